// The editor for a scroll that is published. What it was is kept as an earlier version.
import { useParams } from 'react-router'
import { Draft } from '../../components/forms/disclosure.tsx'
import { Screen } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import {
  EditScrollDocument,
  ScrollToEditDocument,
  type ScrollVisibility,
} from './generated/graphql.ts'
import { scrollFields } from './words.ts'
import './scroll.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ScrollToEditDocument, undefined, { id })
  return (
    <Screen title="Edit a scroll" live={live}>
      {({ me, scroll }) => {
        if (!scroll) return null
        if (me?.id !== scroll.authorIdentity?.id) return <p>Only its author may edit it.</p>
        return (
          <section className="card editor" aria-label="The scroll">
            <Draft
              fields={scrollFields(scroll)}
              submit="Save"
              document={EditScrollDocument}
              variables={({ visibility, ...input }) => ({
                id,
                input: { ...input, visibility: visibility as ScrollVisibility },
              })}
              next={() => `/scrolls/${id}`}
            />
          </section>
        )
      }}
    </Screen>
  )
}
