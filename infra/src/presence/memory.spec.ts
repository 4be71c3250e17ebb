import { presenceSpec } from '@thirty/infra/testing/presence/presence-port.ts'
import { memoryPresence } from './memory.ts'

const time = { now: Date.parse('2026-03-02T08:00:00Z') }

presenceSpec(
  'memory',
  async () => memoryPresence(() => time.now),
  async (ms) => {
    time.now += ms
  },
)
