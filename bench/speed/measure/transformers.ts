/** What is used of `@huggingface/transformers`. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; localModelPath: string };
  pipeline(task: string, model: string, options: object): Promise<Extractor>;
}

type Extractor = (
  texts: readonly string[],
  options: object,
) => Promise<{ readonly data: Float32Array }>;

/** Embeds texts in one batch; returns their vectors one after the other. */
export type Embed = (texts: readonly string[]) => Promise<Float32Array>;

// In a variable: the package is not there when the project is compiled.
const NAME: string = "@huggingface/transformers";

/** The comparator with the very file that Bicameral runs, on as many threads as it takes. */
export async function openTransformers(modelPath: string): Promise<Embed> {
  const { env, pipeline } = await import(NAME) as Transformers;
  env.allowRemoteModels = false;
  env.localModelPath = modelPath;
  const options = { dtype: "q8", device: "cpu" };
  const extract = await pipeline("feature-extraction", "all-MiniLM-L6-v2", options);
  return async (texts) => (await extract(texts, { pooling: "mean", normalize: true })).data;
}
