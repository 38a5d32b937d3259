/** Downloads the model of a test's hub; a line for each step. */
import { argv, env } from "node:process";
import { pullModel } from "../../backends/models/hub.ts";
import { REPOSITORY } from "../hub_server.ts";

const [, , endpoint, cache] = argv;
const files = [{ path: "tokenizer.json" }, { path: "onnx/model.onnx" }];
await pullModel({ repository: REPOSITORY, revision: "main", files }, {
  environment: { ...env, HF_ENDPOINT: endpoint, HF_HUB_CACHE: cache },
  onProgress: ({ bytes }) => console.log(bytes),
});
