import layout from '../shared/styles/layout.module.css'
import { ScreenError } from './screen-error.tsx'

/** The error of a screen without navigation around it. */
export const ErrorScreen = () => (
  <main className={layout.page}>
    <ScreenError />
  </main>
)
