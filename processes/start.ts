import { ConfigError, readConfig, refuseFutureEngines, secretsOf } from '@thirty/infra/config.ts'
import { makeDataFolder } from '@thirty/infra/data-folder.ts'
import { startingApp } from '@thirty/infra/http/operations.ts'
import { announce } from './announce.ts'
import { openCore } from './core.ts'
import { makeDemo } from './demo.ts'
import { endOnSignal } from './ending.ts'
import { openFrontDoor } from './front-door.ts'
import { houseOf, operationsOf } from './house.ts'
import { serve } from './web.ts'

/** Starts what the configuration asks for, and ends it when the process is told to. */
export async function start({ isDemo }: { isDemo: boolean }): Promise<void> {
  const config = readConfig(process.env)
  refuseFutureEngines(config)
  if (isDemo && config.role !== 'all')
    throw new ConfigError('ROLE must be all for --demo, which makes its people in one process.')
  makeDataFolder(config.dataDir)
  const secrets = secretsOf(config)
  const house = houseOf(config)
  const starting = startingApp(operationsOf(house, () => ({ reasons: ['It is starting.'] })))
  const door = await openFrontDoor(config, starting)
  const hasDemo = isDemo && (await makeDemo(house, secrets))
  const ending = endOnSignal(house.output)
  ending.last(door.close)
  const core = await openCore(house, ending.begun)
  ending.last(core.close)
  ending.last(serve(house, secrets, core, door))
  announce(config, secrets, door.address, hasDemo)
}
