// Adds a generated example to every body of a document that has none.
import {
  METHODS,
  type Content,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  type Reference,
  type ResponseObject,
} from '#foundation/http/openapi.ts'
import { withExamples } from './examples.ts'
import { mapValues } from './map-values.ts'

type Body = (content: Content) => Content

/** Returns the document with an example for each body. */
export function withExampleBodies(document: OpenApiDocument): OpenApiDocument {
  const { components, paths } = document
  const body: Body = (content) =>
    mapValues(content, (media) => withExamples(media, components.schemas))
  return {
    ...document,
    paths: mapValues(paths, (item) => pathItem(item, body)),
    components: {
      ...components,
      responses: mapValues(components.responses, (response) => responseBody(response, body)),
    },
  }
}

function pathItem(item: PathItem, body: Body): PathItem {
  const operations = METHODS.flatMap((method) => {
    const found = item[method]
    return found ? [[method, operation(found, body)]] : []
  })
  return { ...item, ...(Object.fromEntries(operations) as PathItem) }
}

function operation(given: OperationObject, body: Body): OperationObject {
  const { requestBody, responses } = given
  return {
    ...given,
    ...(requestBody && { requestBody: { ...requestBody, content: body(requestBody.content) } }),
    responses: mapValues(responses, (response) => responseBody(response, body)),
  }
}

function responseBody<T extends ResponseObject | Reference>(response: T, body: Body): T {
  if (!('content' in response)) return response
  return { ...response, content: body(response.content) }
}
