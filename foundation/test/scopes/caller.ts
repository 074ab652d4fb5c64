// A caller with scopes, for these tests.
import { callerOf, type CallerOptions } from '#test/caller.ts'

export const callerWith = (scopes: string, asking: CallerOptions = {}) =>
  callerOf({ as: { id: 'ada' }, scopes: scopes.split(' '), ...asking })
