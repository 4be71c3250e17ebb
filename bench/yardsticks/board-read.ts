import { readFileSync } from 'node:fs'
import express from 'express'
import { listen } from './listen.ts'

// node board-read.ts <file>: bare Express that sends the same response from an object in memory.

const body: unknown = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))

const app = express()
app.get('/api/leaderboard/leaderboard', (_request, response) => {
  response.json(body)
})
await listen(app)
