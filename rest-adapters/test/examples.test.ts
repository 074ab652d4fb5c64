// The examples of the OpenAPI document: at least one for each body, and each valid against its schema.
import { expect, test } from 'vitest'
import type { Content } from '#foundation/http/openapi.ts'
import { openApi, operations, pointer, violations } from '#test/openapi.ts'

test('every body has examples, and each of them is valid', () => {
  const wrong = bodies().flatMap(({ at, content }) =>
    Object.entries(content).flatMap(([type, { example, examples }]) => {
      const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
      const place = `${at}/content/${pointer(type)}/schema`
      return values.flatMap((value) => violations(place, value).map((why) => `${place}: ${why}`))
    }),
  )
  expect(bodies().length).toBeGreaterThan(60)
  expect(wrong).toEqual([])
})

/** Every body that the document describes, with its position. */
function bodies(): { at: string; content: Content }[] {
  const requests = operations.flatMap(({ method, operation: { requestBody, responses }, path }) => {
    const at = `#/paths/${pointer(path)}/${method}`
    const results = Object.entries(responses).flatMap(([status, response]) =>
      'content' in response ? [{ at: `${at}/responses/${status}`, content: response.content }] : [],
    )
    return requestBody
      ? [...results, { at: `${at}/requestBody`, content: requestBody.content }]
      : results
  })
  const named = Object.entries(openApi.components.responses).map(([name, { content }]) => ({
    at: `#/components/responses/${name}`,
    content: content!,
  }))
  return [...requests, ...named]
}
