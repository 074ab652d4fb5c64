// `npm run build` writes dist, which examples/server serves. `npm run dev` serves the sources, and sends GraphQL and
// the sign-in to the server at SERVER_URL.
import { defineConfig } from 'vite'

const server = process.env.SERVER_URL ?? 'http://localhost:8080'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  // No file in the page itself: the Content-Security-Policy allows files of this server alone.
  build: {
    assetsInlineLimit: 0,
    target: 'es2024',
    // 200 KB compressed is the limit; test/browser/example.test.ts measures it.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      onLog(level, log, handler) {
        // React Router says "use client", which means nothing here.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handler(level, log)
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/graphql': server, '/auth': server },
  },
})
