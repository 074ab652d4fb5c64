// The parsed and validated documents that Apollo Server keeps: those that are sent again.
import type { DocumentNode } from 'graphql'
import { LRUCache } from 'lru-cache'

/** The length of all kept texts, in UTF-16 units. A parsed text takes up to 230 times as many bytes. */
const KEPT_UNITS = 512 * 1024
/** How many texts are remembered that have been sent once. */
const MAX_SEEN = 10_000

/**
 * A client may write other values into its documents each time. Such documents would fill any cache, and push out those
 * of others; collecting the garbage of what is kept costs as much as validating it.
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
