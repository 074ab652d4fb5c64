// @ts-check
// Starts Swagger UI over the document of this address.

/**
 * Whoever is not signed in pastes a token; the page signs people in by itself, so the flows of OAuth
 * are left out. The description of a path lists its scopes instead.
 * @param {any} document
 */
function withPastedTokens({ components, paths, ...document }) {
  const { accessToken, ...others } = components.securitySchemes
  const schemes = accessToken
    ? { ...others, accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }
    : others
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item))) {
    const scopes = operation?.security?.flatMap(({ accessToken: asked = [] }) => asked) ?? []
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
// @ts-expect-error: the bundle is a script of its own.
const { presets } = SwaggerUIBundle
// @ts-expect-error: the same.
SwaggerUIBundle({
  dom_id: '#docs',
  spec,
  presets: [presets.apis],
  deepLinking: true,
  tryItOutEnabled: true,
  // Nobody else is asked whether the document is valid.
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
})
