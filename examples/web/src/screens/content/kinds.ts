// What administrators can do with each kind of content. What the API does not offer for a kind is left out.
import type { TypedDocumentNode } from '@apollo/client'
import * as documents from './generated/graphql.ts'

/** An object of the fragment ContentItem: what only some kinds have is optional. */
export interface Item {
  __typename: string
  id: string
  title?: string
  name?: string
  displayName?: string
  house?: string
  asset?: { name: string }
  retiredAt?: string | null
  withdrawnAt?: string | null
  moderation?: { hiddenAt: string; reason: string } | null
}

type ById = TypedDocumentNode<unknown, { id: string }>

export interface Kind {
  words: string
  hide?: TypedDocumentNode<unknown, { id: string; reason: string }>
  show?: ById
  retire?: ById
  restore?: ById
  /** Whether their xp, gold and house are corrected. */
  isCorrected?: boolean
}

export const KINDS: Readonly<Record<string, Kind>> = {
  Quest: {
    words: 'Quest',
    retire: documents.RetireQuestDocument,
    restore: documents.RestoreQuestDocument,
  },
  Course: { words: 'Course', retire: documents.RetireCourseDocument },
  Scroll: {
    words: 'Scroll',
    hide: documents.HideScrollDocument,
    show: documents.ShowScrollDocument,
  },
  Organization: {
    words: 'Guild',
    hide: documents.HideOrganizationDocument,
    show: documents.ShowOrganizationDocument,
    retire: documents.RetireOrganizationDocument,
  },
  Role: { words: 'Role', retire: documents.RetireRoleDocument },
  Asset: {
    words: 'Asset',
    retire: documents.RetireAssetDocument,
    restore: documents.RestoreAssetDocument,
  },
  Listing: {
    words: 'Listing',
    hide: documents.HideListingDocument,
    show: documents.ShowListingDocument,
  },
  Place: {
    words: 'Place',
    hide: documents.HidePlaceDocument,
    show: documents.ShowPlaceDocument,
    retire: documents.RetirePlaceDocument,
    restore: documents.RestorePlaceDocument,
  },
  Identity: {
    words: 'Person',
    hide: documents.HideNamesDocument,
    show: documents.ShowNamesDocument,
    isCorrected: true,
  },
  Realm: {
    words: 'Realm',
    retire: documents.RetireRealmDocument,
    restore: documents.RestoreRealmDocument,
  },
}

/** The lists, by the names of the query. Places and people are found by their ids. */
export const LISTS = {
  quests: 'Quests',
  courses: 'Courses',
  scrolls: 'Scrolls',
  guilds: 'Guilds',
  roles: 'Roles',
  assets: 'Assets',
  listings: 'Listings',
  realms: 'Realms',
} as const

export type ListName = keyof typeof LISTS
