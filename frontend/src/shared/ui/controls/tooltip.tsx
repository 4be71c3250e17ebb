import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import css from './tooltip.module.css'

/** How long the pointer rests on the control until the text appears, in milliseconds. */
const delayMs = 400

/** Shows a text beside a control while the pointer or the keyboard focus is on it. The control has its own accessible name. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => (
  <Radix.Provider delayDuration={delayMs}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content sideOffset={6} collisionPadding={8} className={css.tooltip}>
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
)
