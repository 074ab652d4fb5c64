// The editor for a scroll that is published. What it was is kept as an earlier version.
import { useNavigate, useParams } from 'react-router'
import { Draft } from '../../components/forms/draft.tsx'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { Screen } from '../../components/screen.tsx'
import { useLive } from '../../graphql/use-live.ts'
import { scrollFields } from './fields.ts'
import {
  EditScrollDocument,
  ScrollToEditDocument,
  type ScrollTextFragment,
  type ScrollVisibility,
} from './generated/graphql.ts'
import './scroll.css'

export function Component() {
  const { id = '' } = useParams()
  const live = useLive(ScrollToEditDocument, undefined, { id })
  return (
    <Screen title="Edit a scroll" live={live}>
      {({ me, scroll }) => {
        if (!scroll) return null
        const isAuthor = me?.id === scroll.authorIdentity?.id
        return isAuthor ? <Editor {...scroll} /> : <p>Only its author may edit it.</p>
      }}
    </Screen>
  )
}

function Editor(scroll: ScrollTextFragment) {
  const { id } = scroll
  const navigate = useNavigate()
  return (
    <section className="card editor" aria-label="The scroll">
      <Draft>
        <MutationForm
          fields={scrollFields(scroll)}
          submit="Save"
          document={EditScrollDocument}
          variables={({ visibility, ...input }) => ({
            id,
            input: { ...input, visibility: visibility as ScrollVisibility },
          })}
          onDone={() => void navigate(`/scrolls/${id}`)}
        />
      </Draft>
    </section>
  )
}
