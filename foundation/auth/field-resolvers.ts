// Wraps the resolver of a field, to run a check first.
import { defaultFieldResolver, type GraphQLField, type GraphQLFieldResolver } from 'graphql'

type Resolver<C> = GraphQLFieldResolver<unknown, C>

/** Wraps the resolver of a field, and for a subscription's root field also its `subscribe` function. */
export function wrapResolvers<C>(
  field: GraphQLField<unknown, C>,
  isSubscription: boolean,
  wrap: (resolve: Resolver<C>) => Resolver<C>,
): void {
  field.resolve = wrap(field.resolve ?? defaultFieldResolver)
  if (isSubscription) field.subscribe = wrap(field.subscribe ?? defaultFieldResolver)
}
