import { seenSessionsSpec } from '@thirty/infra/testing/seen-sessions/seen-sessions-port.ts'
import { memorySeenSessions } from './memory.ts'

seenSessionsSpec('memory', async () => memorySeenSessions())
