// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IToken {
    function transfer(address to, uint256 amount) external;
}

/// Sweeps a token from deposit addresses to one treasury. A deposit address delegates to this code (EIP-7702), which then runs as the address, with the
/// address's own storage: the code keeps nothing there, and knows treasury and caller as constants. Nothing else can be done with a delegating address.
contract Sweeper {
    struct Deposit {
        address account;
        uint256 amount;
    }

    /// Gas of one deposit, several times what a transfer takes: a token that burns it all leaves enough for the others.
    uint256 private constant DEPOSIT_GAS = 80_000;

    /// The only recipient, and the only caller.
    address public immutable treasury;
    address private immutable self = address(this);

    constructor(address treasury_) {
        treasury = treasury_;
    }

    /// A delegating address takes coins like one without code.
    receive() external payable {}

    /// Sweeps an amount from each of several delegating addresses. Those that fail are passed over: the token's logs tell which did not.
    function sweepAll(address token, Deposit[] calldata deposits) external {
        require(msg.sender == treasury);
        for (uint256 i = 0; i < deposits.length; i++) {
            (bool swept,) = deposits[i].account.call{gas: DEPOSIT_GAS}(abi.encodeCall(Sweeper.sweep, (token, deposits[i].amount)));
            swept;
        }
    }

    /// Runs as a delegating address, called by `sweepAll`. USDT on Ethereum returns nothing, so nothing is read of an answer.
    function sweep(address token, uint256 amount) external {
        require(msg.sender == self);
        IToken(token).transfer(treasury, amount);
    }
}
