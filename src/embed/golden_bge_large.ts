// Data: published vectors of BGE-large-en-v1.5, by testing/fixtures/generate_embeddings.ts.
import type { Golden, GoldenRecord } from "./golden.ts";
import { unpackVector } from "./golden.ts";

const QUERY = {
  text:
    "In the dawn of the 21st century, humanity stands on the brink of one of the most transformative periods in history: the rise of artificial intelligence (AI). This technological revolution promises to redefine the way we live, work, and interact with the world around us. However, as with any major technological advancement, the implications of AI for society are complex, nuanced, and not entirely predictable. This essay explores the potential impacts of AI on various aspects of human life, including employment, ethics, personal privacy, and societal structures.",
  as: "query",
  source:
    "castorini/anserini 81e3414 BgeLargeEn15EncoderInferenceTest.java (Apache-2.0); the encoder prepends the instruction",
} as const;
const QUERY_VECTOR = unpackVector(
  "pf16AEMAfQAFArD+3fpoAGoAQgLi/tz+GQF8/1f/m/0T/Wf+hwFBAY0Bbf/Q+d38/PrEBIgBIAI9BQAFqPvA/vv+Hfta/jb8XQP08wT72PnHA/wA3AK69Dz6DQPYA7n9oPyB/Dn+WQJbAYACIQDj+4z/rwD8+1gBawLnBIUBPP5YAaAFxP5R/R0AAwFg+vr76P6j/Kn7k/8UAHv/CwHA+Wr/igUl/Ij+Bv3b/4UA5QMbAQb+O/6DBUP+TgGD/NkFXv49BIT79fxCA+EINP7SB7T57ACiAkb/NwTO9xv76AVJ/wz+3v30CAb7rgFH/DMBbACQ/8oHL/wTAX/6zv0mA7b7LQMRAU0BHv5TBLD5tQGnAgwElgBc+58Daf2A/gwJg/7S+3j69Aje/QD7h/wrB8gCRwC7/yf5GfuD/04AggGk+ewBSfzyBMr7uQQw+FgByf2g++YGs/+z/ccCUgcHAIgJOP6aBO4ADvvpAKv99gRA/1gDWvrkAMX8+f7xA7ADsvhHA4oAZQMt+00AIQOV+r79QQLSAUMFaftIBtD+/wZc9rgDOwMa/qj8jwWKArUA6P2qAAAAeQAK/zj+ev0r/Pj+GP/4AVIDev0m/s4H+ACpAF7/1f+6AHn8nAbK/of/wgHdAJIK4AUU+cYAsAFF/6ID9wUF/X8E4wB6/Wf8XgMBBVQAl/+y9xX+JQh/BIoA/QiWAy8EgAV8+Kz8w/ha+rL9XP5c/Q39rQWp+MACxP23/HD/3QFKA2f/kPxH9nj+VQAxB50BoAFX/Of6PwBi/qICygAF+i36QwPaA9r7Qf1W/XEDSwJ4A4cFdvzq/XMCsf6YBeAA4ABj/mf/6f+/+t34jP/3AYAAogB1/4oGrPH+AWv6pfg0/5P9MwZEAsQA5v+t/fT7tf+p/7j/lgFWAP774gHLC8EBNgWc/bED0ACh/Yn6igPuAnf96v+i/wL/awEPA736Bv8d+VICDADH/hgEDABTBm0A+v/lAVr8PAGNBUb88AKg+5X/6/9aBOICbP0rAgP45wchAXX+rQDt/G/+4gDX+dn5+wi/AtECvvveBQX78f9MAgUB2v5U/ikEdv9OAnsAnP4lBR4BDQIhAP0AJv2i/g39rQG0A2b7BwVBAH4BmQHX9jUF3gJ6/WT2IAFu+aD+ff7BBM35VQHH+xIB8gUTAwT93/07+qX+eANL/Jz5OQMg+IQBJfv2A1b96f4sAPX/t/+t/hwDaAKT91v8LQQa/sYARAHN/T3/PAQLA73+0/7z/a8AiP9dAaX+NP2RAfAA8wA8+1/8cQCrAWf+cQLAAIAAaf8hAQn/VAI6BLn3gv8X+wUImPtU/+n+RwBs+dD56f1eBPH/zf5a/KAAOQNpBEz+DQN0/ioCYgbKBfj5QgCeCML7pP4vAQf8iP+b8f3/g/1IAX3+IgLX/QkGmv5sAHP9Z/np/9z8B//o/G76vv6tBFD+HP3YAQH+lvyPAnb7xf0N/RYEfP9cA778xgNiBW78eP4E/WIBrADABFn6mf7G/5r+KAa6AJf8UQV/+8H6Fv5sAPz/Wf2c/roB0PS1/50HyvwoAOsAlwNAAHn+k/n0AIr/lvzB/oH+bPxuBYQH7Ps/Bx3+Q/ma+gQAL/zAA+4GygTn/iAJDv8O+yf7DAU4BTP8pwNABbv7lvwr+bT/PALr+OkCfgb/BKoCVf9eALwFYAP/A/8ACACUBjUB7f+f+/r+3gDg/DUGGPsh+8oCD/0OAwD6vwB5Atn/Nfzn+lUDNf+FA/v9PAEUBJ8DG/sB/FD9fPeB//n/JQWQAIEEkgII/kH3kQgv/sT8Gf01/nf/of40/nL6BQKvBtUAiQJy/c4CKfvIALkA9gDaA8r+3QC5AyUCxf/dBG/7Gv8zARICQQVj+hYBVPr1A9f8tPem/yr/+P+g/S8BXwayAi0G0P3FBcUFtPtbAsb8dgGi+Gb70wJK+pz+SwMm+qT+jwKTAMwIrgBJBKIGTgKR+67/2vxT+tsDNgG0AL//iv1qAz0BCgSRAckDKQCIA1r8uPgC/E0CiP6M+R4Es/3A/VsAJf7P/UsBpgIE/70EUvkxA5wEygKTApkDzwSI9yr9DwEOApX8zQK9/2wDE/5k/wcAMQRt/8X+wwRJA9cHVAAAAVz8UQI0+gH/f/z4BT77mv1xBCgArAAE/l/5iAUQAVj9pf+jAh4FLwL/A80CwwfxAOwAIAW4/bD9LgDKAH4GWgCbAiD9UwOfCBH+cf+I/QD8fP2E/kMGQ/wfAHMFafsq/7cEIwG0Ar8GdQMj/34Ilwky+979mAC8+YP+UP4D/8L84wDL/Xb7sv6/AIv+g/maAg0CPAHd/bIDBP/NAjQC7vwuAfP1vgU6BUr44fyK9xX/LgBrAR/74QEiBOQAOf/j+zD+bAScBKgD1AYZAkwC//6l/ScEcQFf/gT/yv4C/4b//AWYBhcC+/8W+Sz8E/lZBF35YwZb/cIElwAq+k0e2whjADL8EAPwBtEDLwGyBD79ogJq/FT/cf9V/8oDwvym/lb+Gf7M9Jv/LAI2/KkEMAR5BioAu/7P/br7t/u8/nf7l/0SBM/9/fxq/NQFoAAJ/8b+xv+t/bQDOACQ/5oDEvrMA7j4dABX/sEEpP6L/GoAB/pXAjkBT/yl+tYC7QDQBmkBBQMH/6oBAQAcAjn5BvogADkE7v6/A1wBYvsi/QX/WPz7AkcD1wJQAKgAlf/fAqQDzAA9BBD94v0=",
);

function passage(text: string, source: string, record: GoldenRecord): Golden {
  return { text, as: "document", source, record };
}

/**
 * Of the fp32 weights; fp16 comes as near, its rounding (2⁻¹¹ of each number) moving no
 * component by more than 1e-4. Tolerances are those of the tests that published the values.
 */
export const BGE_LARGE_FLOAT_GOLDEN: readonly Golden[] = [
  { ...QUERY, record: { vector: QUERY_VECTOR, least: 0.9999 } },
  passage(
    "hello world",
    "qdrant/fastembed c48247f tests/test_text_onnx_embeddings.py (Apache-2.0)",
    {
      leading: [0.03434538, 0.03316108, 0.02191251, -0.03713358, -0.01577825],
      within: 1e-3,
    },
  ),
  passage("Hello, World!", "Anush008/fastembed-rs 045d591 tests/text-embeddings.rs", {
    sum: -0.19347441,
    within: 1e-2,
  }),
  passage("This is an example passage.", "Anush008/fastembed-rs 045d591 tests/text-embeddings.rs", {
    sum: -0.28394595,
    within: 1e-2,
  }),
  passage(
    "fastembed-rs is licensed under Apache-2.0",
    "Anush008/fastembed-rs 045d591 tests/text-embeddings.rs",
    {
      sum: -0.1549195,
      within: 1e-2,
    },
  ),
  passage(
    "Some other short text here blah blah blah",
    "Anush008/fastembed-rs 045d591 tests/text-embeddings.rs",
    {
      sum: -0.22201893,
      within: 1e-2,
    },
  ),
];

/**
 * Of the int8 weights nothing is published that holds on every CPU. They are compared with
 * fp32: MiniLM's int8 vectors keep a cosine of 0.974 or more to those; twice the layers may
 * lose as much again, while another text, or this one without its prompt, is further off.
 */
export const BGE_LARGE_INT8_GOLDEN: readonly Golden[] = [
  { ...QUERY, record: { vector: QUERY_VECTOR, least: 0.93 } },
];
