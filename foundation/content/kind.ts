// Kinds of content that an operator describes in files, and how a service handles each.
import type { Transaction } from '#foundation/database/database.ts'
import type { Issue } from '#foundation/domain/errors.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import type { AuditSource } from '#foundation/peers/audit-outbox.ts'

export interface ContentItem {
  /** The permanent name of the item: 1 to 100 characters, unique in its list. */
  key: string
  /** When it was added, ISO 8601; the time of application if absent. */
  createdAt?: string | undefined
}

/** An item ready for the database, with people as ids. */
export interface ContentEntry<Item extends ContentItem = ContentItem> {
  id: string
  item: Item
  /** The id of its parent; undefined for a top-level item. */
  parentId: string | undefined
  /** Its position among its siblings in the file, from 0. */
  position: number
  /** When it was added, if it is new: the file's date, or now. Later items are newer. */
  createdAt: Date
}

export interface StoredItem<Item extends ContentItem = ContentItem> {
  id: string
  parentId?: string | undefined
  /** The key it was applied with; null for an item added by a mutation. */
  contentKey: string | null
  retired: boolean
  /** The item as in a file, but with ids for people. Its key is the content key, or else its id. */
  item: Item
  /** True for an item that people made or own: no file can take it over by its id. */
  personal?: boolean
  /** True for an item that now belongs to a person, such as a sold asset: it stays unchanged. */
  settled?: boolean
  /** False for an item that exports leave out because no other system can use it. */
  portable?: boolean
}

export interface ContentContext<Tables> extends AuditSource {
  trx: Transaction<Tables>
}

/** A kind of content: how a service checks, finds and changes its items. */
export interface ContentKind<Tables, Item extends ContentItem> {
  /** The name of its list in a file, e.g. `quests`. */
  list: string
  /** The prefix of its ids, e.g. `quest`. */
  prefix: string
  /** For nested items: the list whose items contain lists of these. */
  within?: string
  /** How many items one parent may contain. */
  count?: { min: number; max: number }
  /** References to items of other services. If a target is missing, the command only warns. */
  references?: (item: Item) => ContentReference[]
  /** JSON Schemas of its fields, without `key`, `createdAt` and nested lists. */
  properties: Readonly<Record<string, JsonSchema>>
  required: readonly string[]
  /** The fields with a username; absent means the system identity. */
  people?: readonly string[]
  /** Returns the id of an entry, if it is not derived from its key. */
  idOf?: (entry: Omit<ContentEntry<Item>, 'id'>) => string
  /** Issues beyond the schema, each with the field's name within the item. */
  issues: (item: Item) => Issue[]
  /** Normalizes an item that files may write in several ways, so that equal items compare equal. */
  normalize?: (item: Item) => Item
  /**
   * Reads and locks the items with these ids, retired ones included. Without ids, reads everything
   * that an export contains: items from files or administrators that are not retired.
   */
  find: (ctx: ContentContext<Tables>, ids?: readonly string[]) => Promise<StoredItem<Item>[]>
  /** Adds items. Uses `refuseEntries` for issues that only the database can find. */
  add: (ctx: ContentContext<Tables>, entries: readonly ContentEntry<Item>[]) => Promise<void>
  /** Updates an item, its content key included, and restores it if it was retired. */
  update: (
    ctx: ContentContext<Tables>,
    entry: ContentEntry<Item>,
    stored: StoredItem<Item>,
  ) => Promise<void>
  retire: (ctx: ContentContext<Tables>, stored: readonly StoredItem<Item>[]) => Promise<void>
  /** Puts the items in file order, if order matters: called once, after all updates. */
  arrange?: (ctx: ContentContext<Tables>, entries: readonly ContentEntry<Item>[]) => Promise<void>
  /** Differences outside the fields, such as another position among siblings. */
  differences?: (entry: ContentEntry<Item>, stored: StoredItem<Item>) => Difference[]
}

/** A reference of an item to another service. */
export interface ContentReference {
  /** Its path within the item. */
  field: string
  /** The prefix of the target's id, and its key or id. */
  prefix: string
  key: string
}

// The kinds of a service have different item types.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyContentKind<Tables = any> = ContentKind<Tables, any>

/** Declares a kind; TypeScript checks that its parts match. */
export function defineContentKind<Tables, Item extends ContentItem>(
  kind: ContentKind<Tables, Item>,
): ContentKind<Tables, Item> {
  return kind
}

/** The lists of one file. Items that do not match their schemas are listed as broken. */
export interface ContentFile {
  name: string
  lists: Readonly<Record<string, readonly ContentItem[]>>
  /** Items that are skipped because they or their children are invalid. */
  broken?: ReadonlySet<unknown>
}

/** An issue in a file, with its path from the root. */
export interface ContentIssue {
  file: string
  path: readonly (string | number)[]
  reason: string
}

/** Thrown when files cannot be applied; nothing has changed then. */
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
  /** The parent's key. */
  within?: string | undefined
  differences: readonly Difference[]
}

export interface ContentChanges {
  changes: readonly ContentChange[]
  unchanged: number
}
