// Keeps the page as things are now: each subscription returns an object of the page, and the cache does the rest.
import { useSubscription } from '@apollo/client/react'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { useState } from 'react'
import {
  LiveListingDocument,
  LiveProposalDocument,
  LiveRealmDocument,
  LiveRoleDocument,
  NewsDocument,
} from './generated/graphql.ts'
import { Section } from './section.tsx'

interface Identified {
  id: string
}

interface LiveProps {
  roles: readonly Identified[]
  proposals: readonly Identified[]
  listings: readonly Identified[]
  realms: readonly Identified[]
}

export function Live({ roles, proposals, listings, realms }: LiveProps) {
  return (
    <>
      <News />
      <Watch document={LiveRoleDocument} objects={roles} />
      <Watch document={LiveProposalDocument} objects={proposals} />
      <Watch document={LiveListingDocument} objects={listings} />
      <Watch document={LiveRealmDocument} objects={realms} />
    </>
  )
}

interface WatchProps {
  document: TypedDocumentNode<unknown, { id: string }>
  objects: readonly Identified[]
}

function Watch({ document, objects }: WatchProps) {
  return objects.map(({ id }) => <WatchOne key={id} document={document} id={id} />)
}

function WatchOne({ document, id }: Pick<WatchProps, 'document'> & Identified) {
  const { error } = useSubscription(document, { variables: { id } })
  return error && <p role="alert">{error.message}</p>
}

/** What has happened while the page was open; an event that comes twice is shown once. */
function News() {
  const [news, setNews] = useState<ReadonlyMap<string, string>>(new Map())
  const { error } = useSubscription(NewsDocument, {
    onData({ data: { data } }) {
      if (!data?.mine) return
      const { cursor, type } = data.mine
      setNews((known) => new Map([...known, [cursor, type]]))
    },
  })
  return (
    <Section title="News">
      {[...news].map(([cursor, type]) => (
        <li key={cursor}>{type}</li>
      ))}
      {error && <li role="alert">{error.message}</li>}
    </Section>
  )
}
