// The editor for a new scroll. What is written stays in the form until it is published.
import { useNavigate } from 'react-router'
import { Draft } from '../../components/forms/draft.tsx'
import { MutationForm } from '../../components/forms/mutation-form.tsx'
import { useTitle } from '../../components/screen.tsx'
import { scrollFields } from './fields.ts'
import { PublishScrollDocument, type ScrollVisibility } from './generated/graphql.ts'
import './scroll.css'

const FIELDS = scrollFields()

export function Component() {
  const navigate = useNavigate()
  useTitle('Write a scroll')
  return (
    <>
      <h1>Write a scroll</h1>
      <section className="card editor" aria-label="The scroll">
        <Draft>
          <MutationForm
            fields={FIELDS}
            submit="Publish"
            document={PublishScrollDocument}
            variables={({ visibility, ...input }) => ({
              input: { ...input, visibility: visibility as ScrollVisibility },
            })}
            onDone={({ publishScroll }) => void navigate(`/scrolls/${publishScroll?.id}`)}
          />
        </Draft>
      </section>
    </>
  )
}
