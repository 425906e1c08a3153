// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Token with six decimals whose `transfer` returns nothing, and with the switches of the USDT contract on Ethereum.
contract EthereumUsdt {
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;
    bool public paused;
    bool public deprecated;
    uint256 public basisPointsRate;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function decimals() external pure returns (uint8) {
        return 6;
    }

    function getBlackListStatus(address account) external view returns (bool) {
        return isBlackListed[account];
    }

    function transfer(address to, uint256 value) external {
        require(!paused && !isBlackListed[msg.sender]);
        uint256 fee = value * basisPointsRate / 10_000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) {
            balanceOf[address(this)] += fee;
            emit Transfer(msg.sender, address(this), fee);
        }
    }
}

/// Token with 18 decimals, as USDT on BNB Smart Chain.
contract BscUsdt {
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

interface IToken {
    function transfer(address to, uint256 value) external;
}

/// Wallet of an exchange: pays many in one transaction, by internal calls.
contract BatchWallet {
    function pay(address token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) IToken(token).transfer(to[i], values[i]);
    }
}
