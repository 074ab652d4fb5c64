// Enforces the authorization directives of the SDL: each guards the resolver of its field.
import {
  getDirectiveValues,
  isObjectType,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'
import {
  isPeer,
  requireScopes,
  requireService,
  requireStepUp,
  requireViewer,
} from '#foundation/auth/caller.ts'
import {
  forgetResults,
  isAdmitted,
  noteAdmission,
  takeAdmission,
  type GuardedCaller,
} from '#foundation/auth/caller-checks.ts'
import { wrapResolvers } from '#foundation/auth/field-resolvers.ts'
import { refuseShownTypes } from '#foundation/auth/inaccessible.ts'
import { ownerOf } from '#foundation/auth/private.ts'
import { refuseUnenforceable } from '#foundation/auth/unenforced-directives.ts'
import { forbidden } from '#foundation/domain/errors.ts'

/** Throws when the caller may not use the field. */
export type Guard<C extends GuardedCaller = GuardedCaller> = (ctx: C) => void | Promise<void>

/** Guards of a subgraph's own directives, by directive name without `@`. */
export type DirectiveGuards<C extends GuardedCaller = GuardedCaller> = Record<string, Guard<C>>

/** The functions of a subgraph that enforce the directives of its SDL. */
export interface Authorization<C extends GuardedCaller = GuardedCaller> {
  guards?: DirectiveGuards<C>
  /** Whether the caller is still an administrator; called where the scope `admin` is required. */
  isAdministrator?: (ctx: C) => Promise<boolean>
}

/**
 * Wraps the resolver of every field that has a guard, and of `_entities`, which requires the scope
 * `identity` or a calling service.
 * @throws when a root field or a private one has no guard, when nothing would enforce a directive, or
 * when the scope `admin` is required and the subgraph cannot tell who is an administrator.
 */
export function enforceDirectives<C extends GuardedCaller>(
  schema: GraphQLSchema,
  sdl: DocumentNode,
  authorization: Authorization<C>,
): void {
  refuseUnenforceable(sdl, authorization.guards ?? {})
  refuseShownTypes(schema)
  const roots = rootTypes(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRoot = roots.includes(type)
    for (const field of Object.values(type.getFields())) {
      const guards = guardsOf({ schema, type, field }, authorization)
      if (guards.length > 0) guardField({ schema, type, field }, guards)
      else if ((isRoot && field.name !== '_service') || ownerOf(schema, field) !== undefined) {
        throw new Error(`${type.name}.${field.name} does not say who may use it.`)
      }
    }
  }
}

/**
 * Runs the guards of a root field before it is resolved: for an adapter that must refuse callers before it reads the
 * body, and for a repeated request. If the field is resolved within a second, its guards do not run again.
 */
export async function admitCaller<C extends GuardedCaller>(
  ctx: C,
  field: GraphQLField<unknown, C> | undefined,
): Promise<void> {
  const guards = field?.extensions.guards as Guard<C>[] | undefined
  if (!guards || isAdmitted(ctx, guards)) return
  const at = ctx.now()
  forgetResults(ctx)
  await admit(guards, ctx, 0)
  noteAdmission(ctx, guards, at)
}

function rootTypes(schema: GraphQLSchema) {
  return Object.values(OperationTypeNode).map((operation) => schema.getRootType(operation))
}

interface FieldOfType<C> {
  schema: GraphQLSchema
  type: GraphQLObjectType
  field: GraphQLField<unknown, C>
}

function guardsOf<C extends GuardedCaller>(
  guarded: FieldOfType<C>,
  { guards = {}, isAdministrator }: Authorization<C>,
): Guard<C>[] {
  const { field } = guarded
  if (field.name === '_entities') {
    return [(ctx) => (ctx.service === undefined ? requireScopes(ctx, ['identity']) : undefined)]
  }
  const applied = (field.astNode?.directives ?? []).map(({ name }) => name.value)
  return applied.flatMap((name): Guard<C>[] => {
    if (name === 'authenticated') return [(ctx) => void requireViewer(ctx)]
    if (name === 'inaccessible') return [requireService]
    if (name === 'requiresScopes') {
      const ofScopes = scopeGuards(guarded, isAdministrator)
      return applied.includes('allowsServices') ? ofScopes.map(unlessPeer) : ofScopes
    }
    return guards[name] ? [guards[name]] : []
  })
}

function unlessPeer<C extends GuardedCaller>(guard: Guard<C>): Guard<C> {
  return (ctx) => (isPeer(ctx) ? undefined : guard(ctx))
}

/** All scopes that `@requiresScopes` of a field names. @throws when it is missing or has alternatives */
export function scopesOf<C>(schema: GraphQLSchema, field: GraphQLField<unknown, C>): string[] {
  const directive = schema.getDirective('requiresScopes')
  const values = directive && field.astNode && getDirectiveValues(directive, field.astNode)
  const [scopes, ...alternatives] = (values?.scopes ?? []) as string[][]
  if (!scopes || alternatives.length > 0) {
    throw new Error(`@requiresScopes on ${field.name} must hold exactly one list of scopes.`)
  }
  return scopes
}

/**
 * Checks the scopes of the token. For `admin`, then checks that the caller is still an administrator, and for a
 * mutation that they have just signed in with two factors (decision 0036).
 */
function scopeGuards<C extends GuardedCaller>(
  { schema, type, field }: FieldOfType<C>,
  isAdministrator: Authorization<C>['isAdministrator'],
): Guard<C>[] {
  const scopes = scopesOf(schema, field)
  const byToken: Guard<C> = (ctx) => requireScopes(ctx, scopes)
  if (!scopes.includes('admin')) return [byToken]
  if (!isAdministrator) {
    throw new Error(`${field.name} needs the scope admin, and the subgraph has no isAdministrator.`)
  }
  const byRole: Guard<C> = async (ctx) => {
    if (await isAdministrator(ctx)) return
    throw forbidden('Only an administrator can do this.', { reason: 'role' })
  }
  const bySignIn: Guard<C> = (ctx) => requireStepUp(ctx, ctx.now())
  return type === schema.getMutationType() ? [byToken, byRole, bySignIn] : [byToken, byRole]
}

function guardField<C extends GuardedCaller>(
  { schema, type, field }: FieldOfType<C>,
  guards: readonly Guard<C>[],
): void {
  const isRoot = rootTypes(schema).includes(type)
  const isQuery = type === schema.getQueryType()
  const admitToField = (ctx: C): Promise<void> | undefined => {
    if (isRoot && takeAdmission(ctx, guards)) return undefined
    if (isRoot && !isQuery) forgetResults(ctx)
    return admit(guards, ctx, 0)
  }
  field.extensions = { ...field.extensions, guards }
  wrapResolvers(field, type === schema.getSubscriptionType(), (resolve) => {
    return (source, args, ctx, info) => {
      const admitted = admitToField(ctx)
      if (!admitted) return resolve(source, args, ctx, info)
      return admitted.then(() => resolve(source, args, ctx, info))
    }
  })
}

/** Runs the guards in order; returns a promise only if one of them is asynchronous. */
function admit<C extends GuardedCaller>(
  guards: readonly Guard<C>[],
  ctx: C,
  from: number,
): Promise<void> | undefined {
  for (let at = from; at < guards.length; at += 1) {
    const waiting = guards[at]!(ctx)
    if (waiting) return waiting.then(() => admit(guards, ctx, at + 1))
  }
  return undefined
}
