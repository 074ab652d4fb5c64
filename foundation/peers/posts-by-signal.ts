// Aborts requests to a subgraph when their caller has left.
import type { Post } from '#foundation/peers/post.ts'

const postsBySignal = new WeakMap<AbortSignal, Set<Post>>()

/**
 * The posts that a signal aborts. They share one listener, because adding and removing listeners takes longer the
 * more there are.
 */
export function postsUntil(ended: AbortSignal): Set<Post> {
  return postsBySignal.getOrInsertComputed(ended, () => {
    const posts = new Set<Post>()
    ended.addEventListener('abort', () => {
      for (const post of posts) post.abort(ended.reason as Error)
    })
    return posts
  })
}
