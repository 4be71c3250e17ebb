import { simulatorSpec } from './testing/simulator/simulator-spec.ts'

simulatorSpec(2_000)
