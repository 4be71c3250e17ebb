import { createOperationalApp } from '@thirty/infra/http/operational-app.ts'
import type { Shutdown } from './lifecycle/shutdown.ts'
import type { HttpServer } from './lifecycle/http-server.ts'
import { operationsOptions, type ProcessContext } from './lifecycle/process-context.ts'
import { openReadModels } from './adapters/read-models.ts'

/** Feeds views, and answers nobody but those who run it. */
export async function runProjector(house: ProcessContext, door: HttpServer, ending: Shutdown): Promise<void> {
  const { health, ready } = await openReadModels(house, ending)
  door.setListener(createOperationalApp(operationsOptions(house, health.health)))
  await ready
}
