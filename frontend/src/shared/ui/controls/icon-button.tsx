import { PlainIconButton, type IconButtonProps } from './plain-icon-button.tsx'
import { Tooltip } from './tooltip.tsx'

/** A button with an icon, whose accessible name is its tooltip. */
export const IconButton = (props: IconButtonProps) => (
  <Tooltip text={props.label}>
    <PlainIconButton {...props} />
  </Tooltip>
)
