// The built app, for every address that is a screen of it.
import express, { Router } from 'express'
import { join } from 'node:path'
import type { OpenId } from './openid.ts'
import { getSession } from './session.ts'
import { SIGNED_OUT, withQuery } from './sign-in.ts'
import type { Settings } from './settings.ts'

export function appFiles(settings: Settings, openId: OpenId, folder: string): Router {
  const router = Router()
  // Their names contain a hash of what they contain.
  const assets = { immutable: true, maxAge: '1y', fallthrough: false, index: false } as const
  router.use('/assets', express.static(join(folder, 'assets'), assets))
  router.use(express.static(folder, { index: false, maxAge: '1h' }))
  router.get('/{*path}', async (req, res) => {
    const { refreshToken } = await getSession({ settings, openId, req, res })
    if (!refreshToken && req.path !== SIGNED_OUT) {
      return res.redirect(303, withQuery('/auth/sign-in', { return_to: req.originalUrl }))
    }
    res.set('cache-control', 'no-cache')
    res.sendFile(join(folder, 'index.html'))
  })
  return router
}
