// What content is: kinds of things that an operator describes in files, and what a service does with each.
import type { Transaction } from '#foundation/database/database.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import type { AuditSource } from '#foundation/peers/audit-outbox.ts'

/** One item of a file. */
export interface ContentItem {
  /** Names the item for as long as it lives: 1 to 100 characters, unique in its list. */
  key: string
  /** When it was added, ISO 8601; the moment it is applied unless the file says so. */
  createdAt?: string | undefined
}

/** An item on its way into the database. Where it names people, it has their ids. */
export interface ContentEntry<Item extends ContentItem = ContentItem> {
  id: string
  item: Item
  /** Of its parent; undefined for an item of the first level. */
  parentId: string | undefined
  /** Among its siblings in the file, from 0. */
  position: number
  /** When it was added, if it is new: the file's date, or the present. Later items are newer. */
  createdAt: Date
}

/** What the database has of it. */
export interface StoredItem<Item extends ContentItem = ContentItem> {
  id: string
  /** Of its parent. */
  parentId?: string | undefined
  /** The key it was applied by; null for what a mutation has added. */
  contentKey: string | null
  retired: boolean
  /** In the form of a file, with ids for people. Its key is the content key, or else its id. */
  item: Item
  /** True for what people have made or own themselves: no file takes it over by its id. */
  personal?: boolean
  /** True for an item that belongs to a person by now, such as a sold asset: it is left unchanged. */
  settled?: boolean
  /** False for what an export leaves out, since no other system can take it. */
  portable?: boolean
}

export interface ContentContext<Tables> extends AuditSource {
  trx: Transaction<Tables>
}

/** A kind of things that files may hold: how a service checks, finds and changes them. */
export interface ContentKind<Tables, Item extends ContentItem> {
  /** The name of its list in a file, e.g. `quests`. */
  list: string
  /** The prefix of its ids, e.g. `quest`. */
  prefix: string
  /** The list whose items hold lists of these, for things that stand within others. */
  within?: string
  /** How many of them an item of that list holds. */
  count?: { least: number; most: number }
  /** What its items point at in other services. Whether it is there, the command only warns about. */
  references?: (item: Item) => ContentReference[]
  /** JSON Schemas of its fields, without `key`, `createdAt` and the lists within it. */
  properties: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
  /** The fields that name a person by their username; the system identity when absent. */
  people?: readonly string[]
  /** What an entry is known by, unless it is the id that follows from its key. */
  idOf?: (entry: Omit<ContentEntry<Item>, 'id'>) => string
  /** What is wrong beyond the schema, by the field's name within the item. */
  issues: (item: Item) => Issue[]
  /** An item in the one form that tells whether two are the same, where a file may put it in several. */
  normalize?: (item: Item) => Item
  /**
   * Reads and locks those with these ids, retired ones included; without ids all that an export
   * holds: what came from files or was added by administrators, and is not retired.
   */
  find: (ctx: ContentContext<Tables>, ids?: readonly string[]) => Promise<StoredItem<Item>[]>
  /** What only the database tells about some of them, it refuses by `refuseEntries`. */
  add: (ctx: ContentContext<Tables>, entries: readonly ContentEntry<Item>[]) => Promise<void>
  /** Brings one up to date, its content key too, and back if it was retired. */
  update: (
    ctx: ContentContext<Tables>,
    entry: ContentEntry<Item>,
    stored: StoredItem<Item>,
  ) => Promise<void>
  retire: (ctx: ContentContext<Tables>, stored: readonly StoredItem<Item>[]) => Promise<void>
  /** Puts them in the order of their file, where that matters: once, after all have been brought up to date. */
  arrange?: (ctx: ContentContext<Tables>, entries: readonly ContentEntry<Item>[]) => Promise<void>
  /** Differences besides those of fields, such as another place among its siblings. */
  differences?: (entry: ContentEntry<Item>, stored: StoredItem<Item>) => Difference[]
}

/** Something of another service that an item names. */
export interface ContentReference {
  /** The way to it within the item. */
  field: string
  /** The prefix of its id, and its key or that id itself. */
  prefix: string
  key: string
}

// A service's kinds differ in their items.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyContentKind<Tables = any> = ContentKind<Tables, any>

/** Declares a kind; TypeScript checks that its parts fit each other. */
export function defineContentKind<Tables, Item extends ContentItem>(
  kind: ContentKind<Tables, Item>,
): ContentKind<Tables, Item> {
  return kind
}

/** The lists of one file. What does not fit the schemas of the kinds is named as broken. */
export interface ContentFile {
  name: string
  lists: Readonly<Record<string, readonly ContentItem[]>>
  /** Items that are skipped, because they or their contents are invalid. */
  broken?: ReadonlySet<unknown>
}

/** One thing wrong with a file, and where: the way to it from the file's root. */
export interface ContentIssue {
  file: string
  path: readonly (string | number)[]
  reason: string
}

/** Files that cannot be applied. Nothing of them is. */
export class ContentError extends Error {
  override readonly name = 'ContentError'
  readonly issues: readonly ContentIssue[]

  constructor(issues: readonly ContentIssue[]) {
    super(
      issues.map(({ file, path, reason }) => `${file}: ${path.join('.')}: ${reason}`).join('\n'),
    )
    this.issues = issues
  }
}

export interface Difference {
  field: string
  from: unknown
  to: unknown
}

export interface ContentChange {
  action: 'add' | 'update' | 'restore' | 'retire'
  list: string
  key: string
  /** The key of its parent. */
  within?: string | undefined
  differences: readonly Difference[]
}

export interface ContentChanges {
  changes: readonly ContentChange[]
  unchanged: number
}
