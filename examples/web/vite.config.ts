// `npm run build` writes dist, which examples/server serves. `npm run dev` serves the sources, and sends GraphQL and
// the sign-in to the server at SERVER_URL.
import { defineConfig } from 'vite'

const server = process.env.SERVER_URL ?? 'http://localhost:8080'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  // No file in the page itself: the Content-Security-Policy allows files of this server alone.
  build: { assetsInlineLimit: 0, target: 'es2024' },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/graphql': server, '/auth': server },
  },
})
