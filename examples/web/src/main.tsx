// The start of the app: the client, and the screen of the address.
import { ApolloProvider } from '@apollo/client/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createClient } from './graphql/client.ts'
import { routes } from './routes.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/components.css'
import './styles/cards.css'
import './styles/prose.css'

const client = createClient()
const router = createBrowserRouter(routes)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>
  </StrictMode>,
)
