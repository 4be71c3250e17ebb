export const SignUpScreen = () => <h1 tabIndex={-1}>Sign up</h1>
