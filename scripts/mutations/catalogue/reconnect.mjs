const socket = 'frontend/src/shared/live/live-socket.ts'
const socketSpec = 'frontend/src/shared/live/live-socket.spec.ts'

export const reconnectMutations = [
  {
    row: 'T320',
    file: socket,
    find: "window.addEventListener('online'",
    replacement: "window.addEventListener('never'",
    spec: socketSpec,
    testName: 'the socket reconnects at once when the browser is online again',
  },
  {
    row: 'T320',
    file: socket,
    find: 'rejoinRooms(hasConnectedOnce ? resync : scheduleResync)',
    replacement: 'rejoinRooms(scheduleResync)',
    spec: socketSpec,
    testName: 'screens resync soon after the first connection, and at once after a reconnect',
  },
  {
    row: 'T321',
    file: socket,
    find: '    socket?.disconnect()\n    // Until there',
    replacement: '    // Until there',
    spec: socketSpec,
    testName: 'the socket reconnects at once when the page becomes visible',
  },
  {
    row: 'T322',
    file: socket,
    find: 'if (isSilent()) socket?.disconnect()',
    replacement: '',
    spec: socketSpec,
    testName: 'a page that becomes visible reconnects if its socket was silent for too long',
  },
  {
    row: 'T322',
    file: socket,
    find: 'Date.now() - startedAt > heartbeatTimeoutMs + sleepMs',
    replacement: 'startedAt < 0',
    spec: socketSpec,
    testName: 'after the browser has slept, the socket reconnects at once',
  },
]
