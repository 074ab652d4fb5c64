// Field → domain function.
import { connectionResolvers } from '#foundation/database/pagination.ts'
import { publishScroll } from './domain/publication.ts'
import { findScroll, getScroll, listScrolls, listScrollsOf } from './domain/scroll.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    scrolls: (_root, page, ctx) => listScrolls(ctx, page),
    scroll: (_root, { id }, ctx) => getScroll(ctx, id),
  },
  Mutation: {
    publishScroll: (_root, { input }, ctx) => publishScroll(ctx, input),
  },
  Scroll: {
    __resolveReference: async ({ id }, ctx) => (await findScroll(ctx, id)) ?? null,
    content: ({ id }, _args, { loaders }) => loaders.content.load(id),
    authorIdentity: ({ authorId }) => ({ id: authorId }),
  },
  ScrollConnection: connectionResolvers,
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    scrolls: ({ id }, page, ctx) => listScrollsOf(ctx, id, page),
  },
}
