import { describe, expect, test } from "bun:test";
import { readJunit, sum } from "./junit.ts";

const bun = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="4" failures="1" skipped="1" time="0.1">
  <testsuite name="src/a_test.ts" file="src/a_test.ts" tests="4">
    <testsuite name="suite &lt;a&gt;" file="src/a_test.ts" line="5" tests="3">
      <testcase name="one" classname="suite &lt;a&gt;" time="0" />
      <testcase name="two &amp; &#39;half&#x27;" classname="suite &lt;a&gt;" time="0">
        <skipped />
      </testcase>
      <testsuite name="inner" tests="1">
        <testcase name="three" classname="inner &gt; suite &lt;a&gt;" time="0" />
      </testsuite>
    </testsuite>
    <testcase name="fails" classname="" time="0">
      <failure type="AssertionError" message="a &lt;testcase&gt;">b &lt;skipped/&gt;</failure>
    </testcase>
  </testsuite>
</testsuites>`;

const deno = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="deno test" tests="5" failures="2" errors="0" time="0.1">
    <testsuite name="./src/a_test.ts" tests="2" disabled="1" errors="0" failures="1">
        <testcase name="suite" classname="./src/a_test.ts" time="0" line="6" col="1">
            <failure message="1 test step failed">1 test step failed.</failure>
        </testcase>
        <testcase name="alone" classname="./src/a_test.ts" time="0" line="9" col="1">
            <skipped/>
        </testcase>
    </testsuite>
    <testsuite name="ext:deno_node/testing.ts" tests="3" disabled="0" errors="0" failures="1">
        <testcase name="suite &gt; inner" classname="ext" time="0"></testcase>
        <testcase name="suite &gt; inner &gt; one" classname="ext" time="0"></testcase>
        <testcase name="suite &gt; two" classname="ext" time="0">
            <failure message="no">no</failure>
        </testcase>
    </testsuite>
</testsuites>`;

const node = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="suite &lt;a>" time="0" disabled="0" errors="0" tests="2" failures="0">
		<testcase name="one" time="0" classname="test"/>
		<testcase name="two" time="0" classname="test">
			<skipped type="skipped" message="true"/>
		</testcase>
	</testsuite>
	<testcase name="three > four" time="0" classname="test" failure="no">
		<failure type="testCodeFailure" message="no">[Error]</failure>
	</testcase>
	<!-- tests 3 -->
</testsuites>`;

describe("junit", () => {
  test("readJunit() reads Bun's report", () => {
    expect(readJunit(bun))
      .toEqual({ passed: 2, failed: 1, skipped: ["suite <a> > two & 'half'"] });
  });

  test("readJunit() counts Deno's tests once, and not the suites around them", () => {
    expect(readJunit(deno)).toEqual({ passed: 1, failed: 1, skipped: ["alone"] });
  });

  test("readJunit() reads Node's report", () => {
    expect(readJunit(node)).toEqual({ passed: 1, failed: 1, skipped: ["suite <a> > two"] });
  });

  test("sum() adds counts and joins names", () => {
    expect(sum([readJunit(bun), readJunit(node)]))
      .toEqual({ passed: 3, failed: 2, skipped: ["suite <a> > two & 'half'", "suite <a> > two"] });
  });
});
