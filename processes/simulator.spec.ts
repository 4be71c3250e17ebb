import { simulatorSpec } from './testing/simulator/simulator-spec.ts'

simulatorSpec(30)
