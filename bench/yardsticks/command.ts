import { createSecretKey } from 'node:crypto'
import { submitProjectRequest } from '@thirty/contracts/projects/api.ts'
import express from 'express'
import jwt from 'jsonwebtoken'
import { listen } from './listen.ts'

// node command.ts <secret>: bare Express that verifies the token, parses the body and stores nothing.

const key = createSecretKey(Buffer.from(process.argv[2] ?? '', 'utf8'))

const app = express()
app.post('/api/projects', express.json(), (request, response) => {
  jwt.verify(request.headers.authorization?.slice('Bearer '.length) ?? '', key, { algorithms: ['HS256'] })
  const { day } = submitProjectRequest.parse(request.body)
  const message = 'Your project has been submitted for review.'
  response.status(201).json({ success: true, message, position: '1', project: { _id: `r1-d${day}`, day } })
})
await listen(app)
