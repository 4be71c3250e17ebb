import { ConfigError, readConfig, secretsOf, type Config, type Secrets } from '@thirty/infra/config.ts'
import { makeDataFolder } from '@thirty/infra/data-folder.ts'
import { startingApp } from '@thirty/infra/http/operations.ts'
import { announce } from './announce.ts'
import { openCore } from './core.ts'
import { makeDemo } from './demo.ts'
import { endingOf, endOnSignal, type Ending } from './ending.ts'
import { openFrontDoor, type FrontDoor } from './front-door.ts'
import { houseOf, operationsOf, type House } from './house.ts'
import { project } from './projector.ts'
import { serve } from './web.ts'

/** Starts what the configuration asks for, and ends it when the process is told to. Throws a sentence when it cannot be. */
export async function start({ isDemo }: { isDemo: boolean }): Promise<void> {
  const config = readConfig(process.env)
  if (isDemo && config.role !== 'all')
    throw new ConfigError('ROLE must be all for --demo, which makes its people in one process.')
  const secrets = config.role === 'projector' ? undefined : secretsIn(config)
  const house = houseOf(config)
  const ending = endingOf(house.output)
  const starting = startingApp(operationsOf(house, () => ({ reasons: ['It is starting.'] })))
  const door = await openFrontDoor(config, starting)
  ending.last(door.close)
  // The making of a demo can be ended at any moment: the log takes no harm.
  const hasDemo = isDemo && secrets !== undefined && (await makeDemo(house, secrets))
  endOnSignal(ending, house.output)
  try {
    if (secrets === undefined) await project(house, door, ending)
    else await serveAll(house, secrets, door, ending)
  } catch (error) {
    // Whatever was waited for is not needed any more.
    if (ending.begun.aborted) return
    throw error
  }
  if (ending.begun.aborted) return
  // One of many is not started by a person at a terminal.
  if (config.role !== 'all') house.output.info({ role: config.role, address: door.address }, 'running')
  else if (secrets) announce(config, secrets, door.address, hasDemo)
}

function secretsIn(config: Config): Secrets {
  makeDataFolder(config.dataDir)
  return secretsOf(config)
}

async function serveAll(house: House, secrets: Secrets, door: FrontDoor, ending: Ending): Promise<void> {
  const core = await openCore(house, ending)
  if (!ending.begun.aborted) serve(house, secrets, core, door, ending)
}
