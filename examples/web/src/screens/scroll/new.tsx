// The editor for a new scroll. What is written stays in the form until it is published.
import { Draft } from '../../components/forms/disclosure.tsx'
import { useTitle } from '../../components/screen.tsx'
import { PublishScrollDocument, type ScrollVisibility } from './generated/graphql.ts'
import { scrollFields } from './words.ts'
import './scroll.css'

export function Component() {
  useTitle('Write a scroll')
  return (
    <>
      <h1>Write a scroll</h1>
      <section className="card editor" aria-label="The scroll">
        <Draft
          fields={scrollFields()}
          submit="Publish"
          document={PublishScrollDocument}
          variables={({ visibility, ...input }) => ({
            input: { ...input, visibility: visibility as ScrollVisibility },
          })}
          next={({ publishScroll }) => `/scrolls/${publishScroll?.id}`}
        />
      </section>
    </>
  )
}
