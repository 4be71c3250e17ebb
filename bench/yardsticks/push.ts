import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import express from 'express'
import { Server } from 'socket.io'
import { listen } from './listen.ts'

// node push.ts <file> <message>: bare Socket.IO that broadcasts the same payload after every POST.

const [file = '', message = ''] = process.argv.slice(2)
const payload: unknown = JSON.parse(readFileSync(file, 'utf8'))

const server = createServer()
const sockets = new Server(server, { serveClient: false, perMessageDeflate: false })
const app = express()
app.post('/', (_request, response) => {
  sockets.emit(message, payload)
  response.json({ success: true })
})
await listen(app, server)
