// Runs mutations with an idempotency key: a repetition returns the first response, and changes nothing.
import { setTimeout as delay } from 'node:timers/promises'
import { locatedError, type ExecutionResult, type GraphQLSchema } from 'graphql'
import type { Kysely } from 'kysely'
import type { Caller } from '#foundation/auth/caller.ts'
import { forgetAdmissions } from '#foundation/auth/caller-checks.ts'
import { admitCaller } from '#foundation/auth/scopes.ts'
import { invalidInput, overloaded, refused } from '#foundation/domain/errors.ts'
import type { Operation, OperationCache } from '#foundation/graphql/operation.ts'
import type { Variables } from '#foundation/graphql/variables.ts'
import { IDEMPOTENCY_KEY } from '#foundation/http/idempotency-key.ts'
import {
  responseOf,
  responseText,
  isKept,
  isRefused,
} from '#foundation/idempotency/stored-response.ts'
import { Attempt } from '#foundation/idempotency/attempt.ts'
import {
  confirmResponse,
  findKey,
  takeOverLease,
  type KeyedRequest,
  type StoredKey,
} from '#foundation/idempotency/keys.ts'
import {
  keyedOf,
  requestOf,
  mutexKeyOf,
  type Keyed,
  type Requested,
} from '#foundation/idempotency/keyed.ts'
import type { IsAdministrator } from '#foundation/idempotency/rights.ts'
import { unitsOf, type Unit } from '#foundation/idempotency/units.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'

/** How many requests with one key may wait. */
const MAX_WAITING = 20
/** How often a repetition checks whether another process has stored the response. */
const POLL_MS = 50

/** The part of a service's context that is needed here. */
interface AttemptContext extends Caller {
  now: () => Date
  attempt?: Attempt | undefined
}

export interface RunOnceOptions<C> {
  schema: GraphQLSchema
  db: Kysely<unknown>
  prepare: OperationCache['prepare']
  /** Root fields whose responses contain a secret, and are not stored. */
  secretResponses: readonly string[]
  isAdministrator: IsAdministrator<C>
  /** The context of an attempt: the same request on its database. */
  within: (ctx: C, attempt: Attempt) => C
  /** Runs an operation, whatever its key. Never throws; errors are masked. */
  run: (ctx: C, operation: Operation, variables: Variables) => Promise<ExecutionResult>
  /** Masks errors that are not meant for the caller. */
  mask: (result: ExecutionResult, ctx: C) => ExecutionResult
}

/** Returns a function that runs a mutation with a key. It never throws; errors are masked. */
export function createRunOnce<C extends AttemptContext>(options: RunOnceOptions<C>) {
  const exclusively = createKeyedMutex({
    maxWaiting: MAX_WAITING,
    refusal: () => overloaded('Too many requests with this Idempotency-Key are waiting.'),
  })
  const runUnit = async (ctx: C, unit: Unit, variables: Variables): Promise<ExecutionResult> => {
    const keyed = keyedOf(ctx, unit, variables)
    if (!keyed) return options.run(ctx, unit.operation, variables)
    return exclusively(mutexKeyOf(keyed.scope), () => respond(options, keyed))
  }
  return async (ctx: C, operation: Operation, variables: Variables): Promise<ExecutionResult> => {
    try {
      const results: ExecutionResult[] = []
      for (const unit of unitsOf(operation, options.prepare)) {
        const result = await runUnit(ctx, unit, variables)
        // A field that was skipped or repeated has not used its admission, and an earlier field may end rights.
        forgetAdmissions(ctx)
        // The request as a whole is refused, for example for its variables.
        if (result.data === undefined) return result
        results.push(result)
      }
      return results.length === 1 ? results[0]! : merged(results)
    } catch (error) {
      return options.mask({ errors: [locatedError(error, undefined)] }, ctx)
    }
  }
}

function merged(results: readonly ExecutionResult[]): ExecutionResult {
  const errors = results.flatMap((result) => result.errors ?? [])
  const data = Object.assign({}, ...results.map((result) => result.data)) as object
  return { ...(errors.length > 0 && { errors }), data: data as Record<string, unknown> }
}

async function respond<C extends AttemptContext>(
  options: RunOnceOptions<C>,
  keyed: Keyed<C>,
): Promise<ExecutionResult> {
  try {
    // A repetition needs the same permissions as the first request.
    const fields = options.schema.getMutationType()?.getFields()
    await admitCaller(keyed.ctx, fields?.[keyed.field.name.value])
    return await respondOnce(options, await requestOf(options.isAdministrator, keyed))
  } catch (error) {
    return options.mask(failed(keyed, error), keyed.ctx)
  }
}

async function respondOnce<C extends AttemptContext>(
  options: RunOnceOptions<C>,
  requested: Requested<C>,
): Promise<ExecutionResult> {
  const { ctx, request } = requested
  for (;;) {
    const at = ctx.now()
    const kept = await findKey(options.db, request, at)
    if (kept && (kept.answeredAt || kept.fingerprint !== request.fingerprint)) {
      if (await confirmResponse(options.db, request, kept)) return storedResponse(request, kept)
    } else if (kept?.leasedUntil && kept.leasedUntil > at) {
      await delay(POLL_MS)
    } else if (!kept || (await takeOverLease(options.db, request, kept, at))) {
      const result = await attemptResponse(options, requested, kept?.outcomes)
      if (result) return result
    }
  }
}

/** @throws VALIDATION_ERROR */
function storedResponse({ fingerprint }: KeyedRequest, kept: StoredKey): ExecutionResult {
  if (kept.fingerprint !== fingerprint) {
    throw invalidInput([{ field: IDEMPOTENCY_KEY, reason: 'has been used for another request' }])
  }
  if (kept.answer !== null) return responseOf(kept.answer)
  const message = `This ${IDEMPOTENCY_KEY} has been used, and its response is not stored.`
  throw refused('KEY_ALREADY_USED', message)
}

/** Runs the operation and stores its response; undefined when another attempt was faster. */
async function attemptResponse<C extends AttemptContext>(
  { db, secretResponses, within, run }: RunOnceOptions<C>,
  { ctx, unit, field, variables, request }: Requested<C>,
  outcomes: readonly unknown[] | undefined,
): Promise<ExecutionResult | undefined> {
  const attempt = new Attempt({ db, request, now: ctx.now, outcomes })
  try {
    const result = await run(within(ctx, attempt), unit.operation, variables)
    if (attempt.isOvertaken) return undefined
    if (!isKept(result, unit.name)) return result
    const isEffective = !isRefused(result, unit.name)
    if (!isEffective) await attempt.undo()
    const isSecret = isEffective && secretResponses.includes(field.name.value)
    await attempt.keep(isSecret ? null : responseText(result))
    await attempt.deliver()
    return result
  } catch (error) {
    if (attempt.isOvertaken) return undefined
    throw error
  } finally {
    await attempt.abandon()
  }
}

function failed<C>({ unit, field }: Keyed<C>, error: unknown): ExecutionResult {
  return { errors: [locatedError(error, field, [unit.name])], data: { [unit.name]: null } }
}
