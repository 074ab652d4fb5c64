// The reasons of postings and xp changes: a verb and the id of an object, sent and stored as text. Readers take the id
// from the text, because older rows would not have it in a column.

/** When you add a verb, also add it to the services that read reasons. */
const VERBS = ['bought', 'completed'] as const

const REASON = new RegExp(`^(?:${VERBS.join('|')}) ([a-z]+_[0-9a-z]{1,64})$`)

/** The reason for an entry about this object, such as `completed quest_01j…`. */
export function reasonAbout(verb: (typeof VERBS)[number], id: string): string {
  return `${verb} ${id}`
}

/** The id of the object that a reason is about; undefined for a reason written by an administrator. */
export function idInReason(reason: string | null): string | undefined {
  return REASON.exec(reason ?? '')?.[1]
}
