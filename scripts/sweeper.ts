/** `npm run sweeper -- WALLET`: how to deploy the contract that sweeps deposits to a hot wallet, from any account on any chain. */
import { checkAddress } from '../packages/domain/src/address/check.ts';
import { DEPLOYER, sweeperOf } from '../packages/rails/src/evm/sweeper.ts';

const [wallet = ''] = process.argv.slice(2);
const checked = checkAddress('ethereum', wallet);
if ('address' in checked) {
  const { address, initCode, deployment } = sweeperOf(checked.address);
  console.info(`Sweeps to: ${checked.address}\nWill be at: ${address}\nInit code: ${initCode}\n\nSend to ${DEPLOYER}, without coins:\n${deployment}`);
} else {
  console.error('Usage: npm run sweeper -- WALLET, the address of the hot wallet (ETHEREUM_WALLET or BSC_WALLET of web.env)');
  process.exitCode = 2;
}
