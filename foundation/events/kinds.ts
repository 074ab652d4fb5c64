// How a service declares the kinds of its events: the change that each records, and who may know of it.

/** Who may learn of an event, if they may read its subject. Administrators are in every audience. */
export type Audience =
  /** Everybody who may read its subject. */
  | 'public'
  /** Administrators alone. */
  | 'administrators'
  /** One person, by the SQL of their identity id. */
  | { owner: string }
  /** The active members of an organization, by the SQL of its id. */
  | { members: string }
  /** The stewards of an organization, by the SQL of its id. */
  | { stewards: string }

/** The name of an audience in the log, in REST and in AsyncAPI. */
export type AudienceName = 'public' | 'administrators' | 'owner' | 'members' | 'stewards'

/** The change of a row that is an event. `new` and `old` are the row after and before the change. */
export interface RowChange {
  table: string
  /** `update` names the columns whose assignment may be an event. */
  on: 'insert' | 'delete' | { update: readonly string[] }
  /** Which of these changes are events, as SQL over `new` and `old`; all by default. */
  when?: string
}

export interface EventKind {
  /** A sentence for the people who read the documentation. */
  description: string
  /** Absent for a kind that a worker writes. */
  change?: RowChange
  /** The type of the entity that it is about, as the schema names it. */
  subject: string
  /** The SQL of the subject's id, over `new` and `old`, or over the tables that a worker reads. */
  id: string
  /** The SQL of the ids of other changed objects, which everyone who learns of the event sees. */
  related?: readonly string[]
  audience: Audience
}

/** The kind that every log has. It is written by an erasure (`erased-events.ts`), not by a trigger. */
export const PERSON_ERASED = 'person.erased'

/** The kinds of a service by name: a noun and what happened to it, e.g. `quest.completed`. */
export type EventKinds = Readonly<Record<string, EventKind>>

/** Declares the kinds of a service's events. @throws for a name that is no noun and past participle */
export function defineEventKinds<Kinds extends EventKinds>(kinds: Kinds): Kinds {
  const stray = Object.keys(kinds).find(
    (name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name),
  )
  if (stray === undefined) return kinds
  throw new Error(`The kind of events ${stray} must look like quest.completed.`)
}

export function audienceName(audience: Audience): AudienceName {
  if (typeof audience === 'string') return audience
  return Object.keys(audience)[0] as AudienceName
}

/** The SQL of the id that narrows an audience; undefined if it needs none. */
export function audienceId(audience: Audience): string | undefined {
  return typeof audience === 'string' ? undefined : Object.values(audience)[0]
}

/** The declaration of a service's events. */
export interface ServiceEvents<Ctx> {
  kinds: EventKinds
  /** Whether the caller may read a subject now, by the subject's type. */
  subjects: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<boolean>>>
  /** The types of subjects that subscriptions show as a part of something else, and that may be hidden separately. */
  hideableParts?: readonly string[]
  /** Whether the caller is in an organization's audience now. For the audiences `members` and `stewards`. */
  isAmong?: (ctx: Ctx, audience: 'members' | 'stewards', organizationId: string) => Promise<boolean>
  /** Whether the caller reads as an administrator, and so is in every audience. */
  readsAsAdministrator?: (ctx: Ctx) => boolean | Promise<boolean>
}
