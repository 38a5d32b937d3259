/** The thread that embeds with onnxruntime. */
import { openSession } from "./open_session.ts";
import { serveEmbedding } from "./serve_embedding.ts";

serveEmbedding(openSession);
