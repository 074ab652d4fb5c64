// Replaces loaders after a mutation, because they cache what they have read.
import { defaultFieldResolver, type GraphQLSchema } from 'graphql'
import type { AnySubgraph } from '#foundation/service/subgraph.ts'
import type { Context } from '#foundation/service/context.ts'

/**
 * Gives the context new loaders after each mutation, on the context's own database (a transaction, for a request with
 * an idempotency key). Call it before operations are compiled.
 */
export function renewLoaders(schema: GraphQLSchema, create: AnySubgraph['loaders']): void {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver
    field.resolve = async (source, args, ctx: Context, info) => {
      const result: unknown = await resolve(source, args, ctx, info)
      ctx.loaders = create({ db: ctx.db, now: ctx.now })
      return result
    }
  }
}
