// The reasons that services write into the books of people (postings, changes of xp): a verb and the id
// of an object. They travel and are kept as text, so old rows and rows of older processes have them too.

/** What services do to objects. A new verb needs its place in the services that read reasons. */
const VERBS = ['bought', 'completed'] as const

const REASON = new RegExp(`^(?:${VERBS.join('|')}) ([a-z]+_[0-9a-z]{1,64})$`)

/** The reason for an entry about this object, such as `completed quest_01j…`. */
export function reasonAbout(verb: (typeof VERBS)[number], id: string): string {
  return `${verb} ${id}`
}

/** The id of the object that a reason is about; undefined for words of an administrator. */
export function idInReason(reason: string | null): string | undefined {
  return REASON.exec(reason ?? '')?.[1]
}
