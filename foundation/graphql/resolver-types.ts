// The helper types of every schema.generated.ts, as @graphql-codegen/typescript-resolvers declares them in each file.
import type { GraphQLResolveInfo } from 'graphql'

export type Maybe<T> = T | null
export type InputMaybe<T> = Maybe<T>
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> }

type Empty = Record<PropertyKey, never>
type Result<T> = Promise<T> | T

export type ResolverTypeWrapper<T> = Result<T>

export type ReferenceResolver<TResult, TReference, TContext> = (
  reference: TReference,
  context: TContext,
  info: GraphQLResolveInfo,
) => Result<TResult>

type ScalarCheck<T, S> = S extends true ? T : NullableCheck<T, S>
type NullableCheck<T, S> =
  Maybe<T> extends T ? Maybe<ListCheck<NonNullable<T>, S>> : ListCheck<T, S>
type ListCheck<T, S> = T extends (infer U)[] ? NullableCheck<U, S>[] : GraphQLRecursivePick<T, S>
export type GraphQLRecursivePick<T, S> = { [K in keyof T & keyof S]: ScalarCheck<T[K], S[K]> }

export type Resolver<TResult, TParent = Empty, TContext = Empty, TArgs = Empty> =
  | ResolverFn<TResult, TParent, TContext, TArgs>
  | { resolve: ResolverFn<TResult, TParent, TContext, TArgs> }

/** `resolve` receives each item that `subscribe` yields. */
export interface SubscriptionResolver<
  TResult,
  _TKey extends string,
  TParent = Empty,
  TContext = Empty,
  TArgs = Empty,
> {
  subscribe: ResolverFn<AsyncIterable<unknown>, TParent, TContext, TArgs>
  resolve: ResolverFn<TResult, never, TContext, TArgs>
}

type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo,
) => Result<TResult>

export type TypeResolveFn<TTypes, TParent = Empty, TContext = Empty> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo,
) => Result<Maybe<TTypes>>

export type IsTypeOfResolverFn<T = Empty, TContext = Empty> = (
  obj: T,
  context: TContext,
  info: GraphQLResolveInfo,
) => Result<boolean>
