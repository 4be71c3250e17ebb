import fc from 'fast-check'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { createTestContext } from '@thirty/command-api/testing/test-context.ts'
import { expect, test } from 'vitest'
import { anySchedule } from './schedule.ts'
import { Simulation } from './simulation.ts'

const seed = process.env['SIMULATOR_SEED']
const path = process.env['SIMULATOR_PATH']
const repeated = seed !== undefined && { seed: Number(seed), ...(path !== undefined && { path }) }

/**
 * Tests this many schedules. A failed run prints its seed and path: SIMULATOR_SEED=… repeats it, and SIMULATOR_PATH=… begins with the
 * schedule that failed.
 */
export function simulatorSpec(schedules: number): void {
  const context = appForFile(createTestContext)

  test(
    'while processes and their stores break, nothing acknowledged is lost or doubled, and everything shows the same',
    { timeout: 60_000 + schedules * 2_000 },
    async () => {
      let acknowledged = 0
      let restores = 0
      await fc.assert(
        fc.asyncProperty(anySchedule, async (schedule) => {
          const simulation = new Simulation(context)
          await simulation.start()
          try {
            for (const step of schedule) await simulation.run(step)
            await simulation.verify()
            acknowledged += simulation.acknowledged
            restores += simulation.restores
          } finally {
            await simulation.end()
          }
        }),
        { numRuns: schedules, endOnFailure: true, includeErrorInReport: true, ...repeated },
      )
      // Otherwise the schedules would prove little.
      expect(acknowledged).toBeGreaterThan(4 * schedules)
      expect(restores).toBeGreaterThan(schedules / 50)
    },
  )
}
