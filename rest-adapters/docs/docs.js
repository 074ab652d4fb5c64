// @ts-check
// Starts Swagger UI over the OpenAPI document of this server.

/**
 * Replaces the OAuth flows by a pasted token, because the page itself signs people in. The description
 * of each path lists its scopes instead.
 * @param {any} document
 */
function withPastedTokens({ components, paths, ...document }) {
  const { accessToken, ...others } = components.securitySchemes
  const schemes = accessToken
    ? { ...others, accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
    : others
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const scopes = operation?.security?.flatMap(({ accessToken: required = [] }) => required) ?? []
    if (scopes.length > 0) operation.description += `\n\nScopes: ${scopes.map(code).join(', ')}`
  }
  return { ...document, paths, components: { ...components, securitySchemes: schemes } }
}

/** @param {string} text */
const code = (text) => `\`${text}\``

const isDark = window.matchMedia('(prefers-color-scheme: dark)')
const showTheme = () => document.documentElement.classList.toggle('dark-mode', isDark.matches)
isDark.addEventListener('change', showTheme)
showTheme()

const response = await fetch('/openapi.json')
const spec = withPastedTokens(await response.json())
// @ts-expect-error: a separate script defines it.
const { presets } = SwaggerUIBundle
// @ts-expect-error: a separate script defines it.
SwaggerUIBundle({
  dom_id: '#docs',
  spec,
  presets: [presets.apis],
  deepLinking: true,
  tryItOutEnabled: true,
  // Do not send the document to a public validator.
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
