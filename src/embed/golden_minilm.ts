// Data: vectors of all-MiniLM-L6-v2, by testing/fixtures/generate_embeddings.ts.
import type { Golden } from "./golden.ts";
import { unpackVector } from "./golden.ts";

/** For the self-test of a device; short texts, so that it takes no time. */
export const MINILM_FLOAT_GOLDEN: readonly Golden[] = [
  {
    text: "Who is allergic to peanuts?",
    as: "document",
    source: "sentence-transformers (PyTorch)",
    record: {
      vector: unpackVector(
        "IP/bBBz/6gUI/n4Cswx6CS/6nAaxACP6//q49tUAgwbuBZYBNAKH9GH8DARxBcv0PPzXBFYBmfgm/9v7HvoO/Iv8gQOR/aH/7frY/ZEF4/+NCl8C9v0p9Gf0+fr0/uEBJgKPAhECPABGBAf4BQLk+X/7yfcy/9AD//wz9PX7BQBlA/X4TPx0AFAMyv38/tf9rQBLB2kFV/r0BW0AagQZ/9b8CvsQCd//vv/sAyT5Zw1F+Q3+3gKu+tQFGgvg/L4C2QRI/Qj5AweI/eX5MQGO/h8B3Pw2+mL6mP0zA+UArAITAsUB1vYJAKoNmfXjAwv9pgwM/CQCUAKkAvcGbvUAAAf+6QNrCxsATf/7Ch//Mvh+DQD9N/2//P75SAFB+6YFpOu3ANz/mf7D9lwKDvkcCvP1iANU/1L6OgUF/vUKFgVo+P0BGgIvBjoCQgWW9V/+9gRt9yUAXvqHAY/6YP0r+gYB7/+1CtX9pgTo/zsD6/nuCFb7gP+NCswDgwRwAIQFz/t/Aeb/dP7C/C8I0An2+4MIw/8W8nz6YfldD+j4qAYtDAUEkwUKBz/05PtO8PH9GAXF/n4FiQXB+BcBoPEAAJb3XfwiB48GcP7y+IoKBhKiCsMAvP/d/BwJ/f5/BegLov5aFK/5hvTa8PsBfALKChABQAEmBY76cPee9PwFcv0U/Un3XQHa+9j5zQQw/Xv6I/jMAvoJnRHlBvIBVP7Z+XHyBwig++IAfAV6+PcCdABV+94AZQfmAVsEi/yI/yABkQOUA6b6lvtlBgj/0BCu/xX48vYVAzEG+/zyC0D7jPtm70/7FgT8Civ3HQCt/ZwCBgIfCUz9tPsM+xQBhv0AAMgG6fy799v7L/zoCFIBvAFwAYAHmAI1CLX8HwNjA8H3Cv0MCCz56AaP9DYI+wR2AG7/7vx1/WUGZw7w+zr8kAMU/J/3YfVw92UNkvn8BEX9dP15BNQE+AGG+r/2V/l/BYICmP3n8/IDVfy+9lfz6PmM/Bj+FQRp+sMJxP0jA4AN",
      ),
      least: 0.9999,
    },
  },
  {
    text: "When does the lease end?",
    as: "document",
    source: "sentence-transformers (PyTorch)",
    record: {
      vector: unpackVector(
        "mAJ7/Vz/mgGt+xkBZ/gL/LcEugTNCT0JiftpBVEBeAu5+QYCvgVs+IIKJASb/jb9GgKZDBkEqv9vAbMDRwQo99sKr/7OA9sFbvzP+jEHG/6TATH6swFQBm377QmNAcD9MP9hB0QGhQU/+UYHcP8iBccCj/+pCJP/XQyYA4Xz3gkfBij7uvr8+Af9EfjN+ob9b/a+9aQHkRPTBywCVA0n7v/+hQCbA4X/fQDd+esBjg6aAn4CkwSK/9r7xwFz9z0BRPmh/8z8EgZAAsL9A+9N/bMGt/zoA2T5Kfqa+4T9rv4JBxX4iwedC+D+FgkqB1/4ywc2/y7+Z/gU+0kHMwQAAODxkvXf9voE7wNP9R8HlAwA+9kN6v6g+k33uPZH+7D7hwQMA9QAfwIVA7z+VwKJAYMCDPZT+PUACPxRAWn+6gWWBHoFxv6sArsDNAU5+oD4sQR++5LyHANADZD7oAlN9LEBzQJQ/yn+7vDrA3z9mgUHAaz6Kfpa9aoERAtXAHz32u/19OADE//m+tkCwAr1AP32IvcD+er9gf4YBx4BjQRJBFj+GwHiCBH7X/2FAskB1AcRBAn6XwE8BeD9Hw0AAFkBpP4y9sT9XfwF/U71TAr1+vwBz/2x/5EI5QLnAtUCy/+2+BIDaAMs+BoETvnHAMMArAT3Aw8GF/n2/1j57PFs+6oQMQJCAe77CP31/YMJkAjn9/j9qwa/B6f5lAhX9U4Gaf7lAKkDuv40AOwCjwHp/+sBuQUY/hAE5ga1CFT4Jf3p/J4BovWMBrAChQPuAED06f5U+JkHKQhe+gT8evda8Y4FLPgaCZ3/LPSY/rr+igLoAgkE6A1v+H/5sfcAAKL8XgMW/TT28QzI+LUQ5P/xA0cFtwgNAQoDj/7W9n8JKwE3+AsBmvjI8Z3+xwHU+Xv2m/U5+owJevySBY4Gswjc+c78ZAQzAjEEnf53/tQH//j4CEL+pwHR/mEHXPttA8UBcPzQ9eX45voGAckDIfSjAC0DXPzqAETyTv7D+1H3",
      ),
      least: 0.9999,
    },
  },
  {
    text: "naïve café résumé coöperate Zürich Ångström Łódź São Paulo",
    as: "document",
    source: "sentence-transformers (PyTorch)",
    record: {
      vector: unpackVector(
        "ef0AAQ39ZAadA44EAvwt9zXzVfgTAzT9T/Ua/SQG2fZWBhv82w8r/Lr1e/yyCdX+CQHc/0IJzf73CH32jAFHBxoIRf5MDM8L3AbS+MMALweC/In2d/Ed/6IE0/1QAeIDDAEWBC/1sPgbBcj6+fiXAnj9JgdsAof+GQaw8uT02waSAvUBpPVwChn5fOyxAxL58vsdBJACgAg4BdT60gUvB/X/UAe69WIIsACXAPwAmvlp/5sBbgEzA0H0pf0l937+8wm9CUQDlQwu+74Ahf9BBGrzvPrs+6EC3AgFCwH4XP5/8Uz4LPsS/UsB2Py8A64A7f2pC1b7LP/x94r+DwYAAKv69wix+xEKwwb8An0AsvxK+TcAhf5KC44CywX8904CoAtyBQEBxQQSA8cCVf7cBO7+XQfJAHUCnQK+A5AITAWoAcT9HvcWAh/6Wfz3/9z5uvv8AkIEX/9H/3kBfwbSAMAGSfwQ98T5QvTYDXn8lvrs+0kLcQCu+KIDcA3j9ywISwH09yIBqfxdEO0CIgGqA9ECHgCx+0771fmLAY792wdABdr+WgJxAan83AJPCcn6Z/69EHv4zwidAmwE0gQAAGQRNfdjAhP9ifsbCxEEs//i9aUCy/7O/eQG4QEg/FIKRgU5AIX84/8NApcAOvut//sArgDgA5IBSPOz+Uv4Zfv/+iQJ2QYzCTj4owRV/tAI+wSy+3Tt4wFnCo7u9v969rj+G/XwCOwAbvtn/vYDUQKZ/sv56wHOAWIQRAJ0/h4Dvgpv9mT9J/80Aov73gSsDmcIBf2z+ScDNACKB2n3rQEW/qf/JQK9CSUGSwH4C0QC0ATf/3j51QSO+gEHKAEAAG791ffQ/d4IFv9I9EH99PsmAiQBFvUIBCD2Lwk3Bv8CK//HAsv7Egr1AGj/7//L/ED84fT1/6wBBwIW7qb2yvimA7L8/wqeA1b53fum+gQBpPxv9KoFKfoU+HH8hPnu/UEDTwcU98wBJwaI+rb7NPrx/Mn8fPr6+3YFrfnP9n39",
      ),
      least: 0.9999,
    },
  },
];

/** int8 kernels round differently on every kind of CPU: WASM's come to 0.988 of these. */
export const MINILM_INT8_GOLDEN: readonly Golden[] = [
  {
    text: "Who is allergic to peanuts?",
    as: "document",
    source: "the int8 file, one text a run, AVX-512 VNNI",
    record: {
      vector: unpackVector(
        "OP93BQ0AGgXJ/qwBfg1pCXr5owWKAX75jPtm9uwA5wXcBTwCvAEI9Yz7OQQyBTL2VPzmBdsBwfiY/hP8OPnr/Cv8BQOS/l7/MfyH/PwEFf/FClkCMv6U9HPzdfto/+MBjAFnAr0BYAA+BXz48QI/+bf7Afit/hUEgfxu83L72/87A3L5P/ujALgLOv7T/QX+XwIxB50EivlOBjP/9gNN/1387fplCT7/zAAPBEn5Bw6s+ZP94gJX+3wGMAuq/AMCigVx/AX4gAh9/dr5wf/0/cABqPzL+TT73PxfAxIBugImAcoBEvXr/vcNbvT2Ayj8+QsI/DEBnwEGA6IGR/UAAKH8DATTCnD/fv8KCw3///f2Dd/8hP7q/EL5PQGp++oF9uveAFT/gf989h4KnvkjC8f17QOT/Z35IgWQ/rQM+QNM+CACWgGUBjMC6AWl9CD+VQTI9/L/ZPpEAof6N/6l+rj/Nf/GC7r9KwQUABEDrfl8CA375/5ECn0DMQQ6Ab4Er/x+ASUAL/+F/REHdglw/D0IMQAk8iv73voFDzD5lQZxDYsDCwWGBc30c/3E8Fn+bwZ0/rEFGwbL+SQAAfIAACj4Hf3yBpsFqf6I96UJ1RHQCb0A2f/k/L8IUf9aBdkLLwDnFRn7E/Q38cEAigFlC5YAcQF7BIv6D/fg824GYP75/Jn2OwLp+w76zgW0/aL6iPerAisK/xDdBBsCkf5s+cbxEwh8+ywBhAW09hIDiQDb+6AApweeAUIEVf2N/nsBNwQwA4L5OPoxB5X/NRDBAJ/3X/e6AoIFgv0pDOT6E/xK76z7PwSkCpL3DQHC/dgBSAFTCM79ePw++0oBbf4AAKYFovwo94z8vPshCb8AogKnAewGcAJHCOz8SQPxAp34u/1IBjT4JQfM9GoI4QTdATAAyv08/TUGIw67/Gj9fQTn+w343/VJ95kMTvl1BMX9lf3oA5kFKQIu+oD21PnYBHoB4v5A9OYD3vsO+LzzjPqc/br+UgUf+8MKX/3KAYAN",
      ),
      least: 0.97,
    },
  },
  {
    text: "When does the lease end?",
    as: "document",
    source: "the int8 file, one text a run, AVX-512 VNNI",
    record: {
      vector: unpackVector(
        "VAFX/qP+mgFA+w4BFfgr+5gGGgT7CcEIffvNBBYA5wr1+ckBGQbY91cLkAL4/uL8jQFKDNMDUP+MAW8EJQRu9wULl/6aAksGMP1b/E0HL/8ZAeH6ygP5BTb7BAmhAYD9s/1+BgUGfgWF+TEIVQDUBeMBw/5NCBIBMAyeBZbymAliBtr4Cfsv+Zz9ivf8+vf9tvZ49FYGzBLUBoYByAsk70L/LgJ0BMn/BQAa+DYDfw6YAhACewMMAOf6bwEw+R4AWvk0/5D8ngeZAPT88+7U/bwHc/xFA+v5bvrk/Bb9n/69B+r4rAhqCuf/XwmEBvv4BgjC/e787fcl+w4HKAUAAOPyX/S7978EwAOd9l8GNwz7+pUNZwAU+3D4i/dx+qf7JAR2A57/+QEZA+r+LAJEAcwD+vSX9nQBWPu3AGv/AwSRBG0FEv+NA/AExgRU+Un4DgXu+v/ylALMC5D7rAiA9KkCXQJ0AL79avHaAlT9wgd2AJT60vg495EDTgpV/wP3DO/+9UkEW/+B+moBmAqWASP3DvhW+E7+kv+0B8YAkgNBBED9SwFBCDb7TP6ZAtICRAh0BHr6oQCzBfL9KQ0AAOIAvP2l9aD+lvyt/Lb0nwrb+8ABN/3U/5IGzgNAAxAC5//F9wAEVQNv+HgCXPhO/wIC9QQMBBwHofgbAD/7TfCd+r0O/P8rAi76e/2T/vgJ+AdP+DX9mQbEB375wwhi9gIG2P1dAWgDxP9XAPoCnADK/u0CrQW6/DAFzQXoBsb4kvsn/Pv/2fbJBkkCdwOvAYr00/7I9xYIVQjo+S38wvdh8L0EJPjBCI/+wPNqABz/wgP6ApYEDg3l+Lv5xPgAAL/8XARJ/dX2qgv/+MoS8P1OBWsFEAkGARMDAv5o970JtwLe9o0AK/rX75/+5AA2+vn2P/YA/Y0JDvt+B/gGSglK+YX8LgXUAwcE6v0A/x8HAvk5Cnr/FAK6/lUHVvvCBVcA8PqB9bn58/nzAK4E9vQ4AmIEFf6rAFjxeP/i/Jf2",
      ),
      least: 0.97,
    },
  },
  {
    text: "naïve café résumé coöperate Zürich Ångström Łódź São Paulo",
    as: "document",
    source: "the int8 file, one text a run, AVX-512 VNNI",
    record: {
      vector: unpackVector(
        "NP+0AJL8QwWQBHEE3P5998jzmfaOBAL7E/XI+/wG0fZhBj7+6A6T+ov05/v/CC//DwD9APEJDP4HCTL2OAAACCUItf44C6ALRwhq9x0CGQXp/Ij3BPPl/tEDwP+hAQYF/AD6A0v1GfpcBXf6UvkgA0P9NwQPAw3+BQff8u70QAdfAYkBz/VoCf75IO2rAw367f1PAz8BZgnABHb72wV+CCv+wwiK96wIOgDCAGsBFfpsAFgCpgC6BBb2dfyW95D+oArzCMsCpA3J+bUBC/9TBK/zEfvu+VkDiQiWC/f3bf338O33Avqx/aUAkPxbBGUA0f6vCrf6MAA9+Kn+8QYAAIH7LQra/LUJhwbqBKkA4vr/+V3+Nf4YC6EDZwS693cCdwzqBGgBvwNrAssCkf7jBSP9sgeBAVQCQwPxA3gJiQUTAs7+4vZeAlP6O/zUANH7U/oeA8oFNf75/eUBSgYQAbMFVvw89bn54fW/DWL9Nfk7/CILGv98+JECFg1J+bUI4QCK+UkBYfzNDZ0CxwFmBGwDX/+Y+iD9qfum/8j7CQjgBQkA3AKEAHz8igNZCG76sP+gEJP3rwkqA9ME8gMAAFkQyvfiAhv9AfufCT0E9/6M9VsD0vyt/pcFLgJS+5ILMAZMACf9rv4rAdz/CPu1/kUC9wBUA6sB9/FB+Er5kfty+fsI1wcsCbr2iAUG/sII8QMG/UruoQIKCbTuMQBO9a3+u/RbB2kAefwt/ngDOgMpAF/6SAK0APYP/QA5/+IDYgvV9dL9P/82A377iASBDl0GivwE+jkDkP/3BaP2WQI2/lcAAAK5CNsF9AHWC80CKQXuAGT5CgXC+YIGSgIAAOX8XvZj/YkJ+v5j83j+8Ps1AqUB3vTNAhT2qAgXCBwD0/8dAjX6fgopAF3+i/+O/aP8TPPYAGsCKwKR7yX3ofhmA4f8KgvbA8b42/wE+60Bv/vh9A8FrPvk9iX7c/ln/r0DuQcB91kC0wbq+jz5WfqN/RD+ZfzG+6AFcvnm9Tz9",
      ),
      least: 0.97,
    },
  },
];
