// Field → domain function.
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { moderationOf } from '#foundation/domain/moderation.ts'
import { watchEntity } from '#foundation/events/occurrences.ts'
import { editScroll, withdrawScroll } from './domain/editing.ts'
import { hideScroll, unhideScroll } from './domain/moderation.ts'
import { publishScroll } from './domain/publication.ts'
import { findRevision, findRevisions } from './domain/revision.ts'
import { findScroll, getContent, getScroll, listScrolls, listScrollsOf } from './domain/scroll.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    scrolls: (_root, page, ctx) => listScrolls(ctx, page),
    scroll: (_root, { id }, ctx) => getScroll(ctx, id),
  },
  Mutation: {
    publishScroll: (_root, { input }, ctx) => publishScroll(ctx, input),
    editScroll: (_root, { scrollId, input }, ctx) => editScroll(ctx, scrollId, input),
    withdrawScroll: (_root, { scrollId }, ctx) => withdrawScroll(ctx, scrollId),
    hideScroll: (_root, { input }, ctx) => hideScroll(ctx, input),
    unhideScroll: (_root, { scrollId }, ctx) => unhideScroll(ctx, scrollId),
  },
  Subscription: {
    scroll: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (_root, { id }, ctx) => getScroll(ctx, id),
    },
  },
  Scroll: {
    __resolveReference: async ({ id }, ctx) => (await findScroll(ctx, id)) ?? null,
    content: (scroll, _args, ctx) => getContent(ctx, scroll),
    authorIdentity: ({ authorId }) => ({ id: authorId }),
    moderation: (scroll) => moderationOf(scroll),
    revisions: (scroll, page, ctx) => findRevisions(ctx, scroll, page),
  },
  ScrollConnection: connectionResolvers,
  ScrollRevision: {
    __resolveReference: async ({ id }, ctx) => (await findRevision(ctx, id)) ?? null,
    content: async ({ id }, _args, { loaders }) =>
      (await loaders.revisionContent.load(id))!.content,
  },
  ScrollRevisionConnection: connectionResolvers,
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    scrolls: ({ id }, page, ctx) => listScrollsOf(ctx, id, page),
  },
}
