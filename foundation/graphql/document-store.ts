// The parsed and validated documents that Apollo Server caches: those that are sent again.
import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The maximum length of all cached texts, in UTF-16 units. A parsed text takes up to 230 times as many bytes. */
const KEPT_UNITS = 512 * 1024
/** How many texts are remembered that have been sent only once. */
const MAX_SEEN = 10_000

/**
 * Caches documents from their second use on. A client may write other values into its documents each time: they would
 * fill any cache and evict those of others, and collecting this garbage costs as much as validating the documents.
 */
export class DocumentStore {
  readonly #documents = new LRUCache<string, DocumentNode>({
    maxSize: KEPT_UNITS,
    sizeCalculation: ({ loc }) => loc!.source.body.length,
  })
  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN })

  get(key: string): Promise<DocumentNode | undefined> {
    return Promise.resolve(this.#documents.get(key))
  }

  /** Keeps the document if it is set for the second time. */
  set(key: string, document: DocumentNode): Promise<void> {
    if (this.#seen.has(key)) this.#documents.set(key, document)
    this.#seen.set(key, true)
    return Promise.resolve()
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.#documents.delete(key))
  }
}
