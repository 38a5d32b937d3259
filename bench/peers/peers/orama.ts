import type { Peer, PeerCollection, PeerQuery, PeerStore } from "../peer.ts";
import type { Axes } from "../run/tune.ts";

/** What can be set of Orama without leaving its documentation. */
export interface OramaSetting {
  readonly stemming: boolean;
  /** The English list of `@orama/stopwords`. */
  readonly stopWords: boolean;
  /** Cosine below which a vector is no hit. */
  readonly similarity: number;
  /** Weight of the text's score, and 1 less it of the vector's. */
  readonly textWeight: number;
  /** One database for all, asked with `where`, or one a namespace with statistics of its own. */
  readonly databases: "one" | "by namespace";
  /** Of documents with some of the words, the share that counts beside those with all: 1 is the default. */
  readonly threshold: number;
}

/** Orama's defaults. */
export const ORAMA_DOCUMENTED: OramaSetting = {
  stemming: false,
  stopWords: false,
  similarity: 0.8,
  textWeight: 0.5,
  databases: "one",
  threshold: 1,
};

/** The best that was found on LoCoMo, among ORAMA_AXES. */
export const ORAMA_BEST: OramaSetting = {
  stemming: true,
  stopWords: true,
  similarity: 0.2,
  textWeight: 0.4,
  databases: "by namespace",
  threshold: 1,
};

/** What was tried to find the best: see `--tune`. */
export const ORAMA_AXES: Axes<OramaSetting> = {
  stemming: [false, true],
  stopWords: [false, true],
  similarity: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8],
  textWeight: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8],
  databases: ["one", "by namespace"],
  threshold: [0, 0.5, 1],
};

/** What is used of `@orama/orama`. */
interface Orama {
  create(options: object): object;
  insertMultiple(database: object, documents: readonly object[]): unknown;
  search(database: object, parameters: object): Found | Promise<Found>;
}

interface Found {
  readonly hits: readonly { readonly id: string }[];
}

// In variables: the packages are not there when the project is compiled.
const NAME: string = "@orama/orama";
const STOP_WORDS: string = "@orama/stopwords/english";

/** Orama, in memory. */
export function orama(setting: OramaSetting, label: string): Peer {
  return {
    name: "Orama",
    setting: label,
    async open(collections) {
      const library = await import(NAME) as Orama;
      const { stopwords } = await import(STOP_WORDS) as { stopwords: string[] };
      const tokenizer = {
        language: "english",
        stemming: setting.stemming,
        ...(setting.stopWords && { stopWords: stopwords }),
      };
      const databases = new Map<string, object>();
      const one = setting.databases === "one" ? create(library, tokenizer, collections) : null;
      for (const collection of collections) {
        const database = one ?? create(library, tokenizer, [collection]);
        await library.insertMultiple(
          database,
          collection.documents.map(({ id, text, vector }) => ({
            id,
            text,
            namespace: collection.namespace,
            embedding: [...vector],
          })),
        );
        databases.set(collection.namespace, database);
      }
      return new OramaStore(library, databases, setting);
    },
  };
}

function create(
  library: Orama,
  tokenizer: object,
  [collection]: readonly PeerCollection[],
): object {
  const dimensions = collection?.documents[0]?.vector.length ?? 0;
  return library.create({
    schema: { text: "string", namespace: "enum", embedding: `vector[${dimensions}]` },
    components: { tokenizer },
  });
}

class OramaStore implements PeerStore {
  readonly #library: Orama;
  readonly #databases: ReadonlyMap<string, object>;
  readonly #setting: OramaSetting;

  constructor(library: Orama, databases: ReadonlyMap<string, object>, setting: OramaSetting) {
    this.#library = library;
    this.#databases = databases;
    this.#setting = setting;
  }

  async search({ text, vector, namespace }: PeerQuery, k: number): Promise<string[]> {
    const { similarity, textWeight, threshold, databases } = this.#setting;
    const { hits } = await this.#library.search(
      this.#databases.get(namespace) as object,
      {
        mode: "hybrid",
        term: text,
        properties: ["text"],
        vector: { value: vector, property: "embedding" },
        similarity,
        threshold,
        hybridWeights: { text: textWeight, vector: 1 - textWeight },
        limit: k,
        ...(databases === "one" && { where: { namespace: { eq: namespace } } }),
      },
    );
    return hits.map(({ id }) => id);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
